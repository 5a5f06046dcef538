package import Domain
internal import ProtobufCoding

/// A record stored as a protobuf message, so that later versions may add fields.
package protocol StoredRecord: Codable {
    /// How the operator is told of a damaged one.
    static var kind: RecordKind { get }
}

extension StoredRecord {
    /// Reads a stored value.
    ///
    /// - Throws: `dataLoss` when it is damaged.
    package init(_ value: RawSpan) throws(DomainError) {
        do {
            self = try ProtobufDecoder().decode(Self.self, from: value)
        } catch {
            throw Self.kind.damaged
        }
    }

    /// The bytes to store.
    package func encoded() -> [UInt8] {
        do {
            return try ProtobufEncoder().encode(self)
        } catch {
            preconditionFailure("Every record has a protobuf form.")
        }
    }
}
