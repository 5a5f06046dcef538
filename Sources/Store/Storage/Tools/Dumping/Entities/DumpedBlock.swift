internal import Domain

/// A block in a dump.
struct DumpedBlock: DumpedRecord {
    static let entity = DumpEntity.block

    private let receiver: UserNumber
    private let pseudonym: OpaqueID
    private let sequence: Sequence
    private let block: BlockEntry

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(32, of: .block)
        receiver = UserNumber(try key.number(at: 0, of: .block))
        pseudonym = try key.id(at: 8, of: .block)
        sequence = Sequence(try key.number(at: 24, of: .block))
        block = try BlockEntry(value)
    }

    var owner: UserNumber? { receiver }
    var moment: Instant? { block.blockedAt }
    /// That of the notes: keys go by pseudonyms, which bring those of one sender together.
    var order: UInt64? { sequence.rawValue }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", own: Place(receiver, sequence))
        line.write("pseudonym", id: pseudonym)
        line.write("blocked_at", moment: block.blockedAt)
        line.write("stops", block.disclosure.map(Self.word(for:)))
    }

    /// Without the pseudonym, which would show which notes have one sender.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("user", id: secrets.identifiers.userID(of: receiver).opaque)
        let note = secrets.identifiers.receivedID(Place(receiver, sequence))
        line.write("note", id: note.opaque)
        line.write("blocked_at", moment: block.blockedAt)
        return true
    }

    /// How a dump says which notes a block stops.
    private static func word(for disclosure: Disclosure) -> String {
        switch disclosure {
        case .anonymous: "anonymous"
        case .username: "named"
        }
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let place = try line.ownPlace("user")
        let key = Key.block(by: place.user, try line.id("pseudonym"), place.sequence)
        let blockedAt = try line.moment("blocked_at")
        let disclosure = try line.optionalText("stops").map { text throws(DumpProblem) in
            let all: [Disclosure] = [.anonymous, .username]
            guard let known = all.first(where: { word(for: $0) == text }) else {
                throw DumpProblem("'stops' is neither anonymous nor named")
            }
            return known
        }
        let block = BlockEntry(blockedAt: blockedAt, disclosure: disclosure)
        try store.append(block.encoded(), for: key, in: .blocks)
    }
}
