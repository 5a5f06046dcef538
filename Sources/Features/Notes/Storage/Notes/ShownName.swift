package import Domain
internal import ProtobufCoding
package import Records
package import StorageEngine

/// An entry of `shown_names`: where a sender's record shows the name of a user of whom no record
/// leads there.
///
/// Key bytes: the user (8), the sealed way to the sender's record (16). So all that shows a name is
/// found when its user goes, and nobody without the master key learns who wrote to whom. Value
/// bytes: the version (1), then zeros, as many as make up for what the note would have written had
/// it arrived.
package struct ShownName: TableRow {
    typealias Form = TwoParts<UserNumber, OpaqueID>

    let user: UserNumber
    /// The sealed way to the sender's record that shows it.
    package let way: OpaqueID

    /// The stored form.
    package static let version: UInt8 = 1

    /// The user and the way.
    package static var keyParts: [any KeyValue.Type] { Form.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.uniqueEntry
    /// One of which nothing is known.
    package static var blank: ShownName {
        ShownName(user: .nobody, way: OpaqueID(high: 0, low: 0))
    }
    /// Whether reading takes nothing but what writing makes: as many zeros follow as there were.
    package static var isReadStrictly: Bool { true }

    /// Joins a user and the way to a note.
    init(user: UserNumber, way: OpaqueID) {
        self.user = user
        self.way = way
    }

    /// Reads a key.
    package init(key: RawSpan) throws(DomainError) {
        let (user, way) = try Form.values(of: key, .uniqueEntry)
        self.init(user: user, way: way)
    }

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        guard Self.isValue(value) else { throw Self.kind.damaged }
        try self.init(key: key)
    }

    /// The key to store it under.
    package var storedKey: Key { .shownName(of: user, by: way) }

    /// The version alone, where there is nothing to make up for.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { [Self.version] }

    /// Writes a value of that many bytes, which are one at least.
    static func write(to writer: inout ProtobufWriter, byteCount: Int) {
        precondition(byteCount > 0, "A received note is longer than what a sender's keeps of it.")
        writer.append(bigEndian: version)
        writer.append([UInt8](repeating: 0, count: byteCount - 1))
    }

    /// Whether a value is one.
    static func isValue(_ value: RawSpan) -> Bool {
        value.withUnsafeBytes { bytes in
            bytes.first == version && bytes.dropFirst().allSatisfy { $0 == 0 }
        }
    }
}
