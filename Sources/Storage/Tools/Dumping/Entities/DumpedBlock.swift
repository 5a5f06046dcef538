internal import Domain

/// A block in a dump.
struct DumpedBlock: DumpedRecord {
    static let entity = DumpEntity.block

    private let receiver: UserNumber
    private let pseudonym: OpaqueID
    private let sequence: Sequence
    private let blockedAt: Instant

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(32, of: .block)
        try value.requireByteCount(8, of: .block)
        receiver = UserNumber(try key.number(at: 0, of: .block))
        pseudonym = try key.id(at: 8, of: .block)
        sequence = Sequence(try key.number(at: 24, of: .block))
        blockedAt = Instant(milliseconds: try value.number(at: 0, of: .block))
    }

    var owner: UserNumber? { receiver }
    var moment: Instant? { blockedAt }
    /// That of the notes: keys go by pseudonyms, which bring those of one sender together.
    var order: UInt64? { sequence.rawValue }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", own: Place(receiver, sequence))
        line.write("pseudonym", id: pseudonym)
        line.write("blocked_at", moment: blockedAt)
    }

    /// Without the pseudonym, which would show which notes have one sender.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("user", id: secrets.identifiers.userID(of: receiver).opaque)
        let note = secrets.identifiers.receivedID(Place(receiver, sequence))
        line.write("note", id: note.opaque)
        line.write("blocked_at", moment: blockedAt)
        return true
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let place = try line.ownPlace("user")
        let key = Key.block(by: place.user, try line.id("pseudonym"), place.sequence)
        var value: [UInt8] = []
        value.append(bigEndian: try line.moment("blocked_at").milliseconds)
        try store.append(value, for: key, in: .blocks)
    }
}
