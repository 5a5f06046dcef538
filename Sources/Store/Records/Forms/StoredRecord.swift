package import Domain
internal import ProtobufCoding

/// A record stored as a protobuf message, so that later versions may add fields.
package protocol StoredRecord: Codable, Sendable {
    /// How the operator is told of a damaged one.
    static var kind: RecordKind { get }
    /// Whether its fields are such as the server writes; a table takes another one for damage.
    var isSound: Bool { get }
}

extension StoredRecord {
    /// What can be read is sound, unless it says more.
    package var isSound: Bool { true }

    /// The record that no bytes stand for.
    static var empty: Self {
        guard let empty = try? Self(RawSpan()) else {
            preconditionFailure("Every field may be left out.")
        }
        return empty
    }

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
