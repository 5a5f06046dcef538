internal import Domain

/// A word that somebody does not want to read, in a dump; of the operator's list the user is 0.
struct DumpedWord: DumpedRecord {
    static let entity = DumpEntity.word

    private let user: UserNumber
    private let digest: OpaqueID
    private let record: UnwantedWordRecord

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(24, of: .unwantedWord)
        user = UserNumber(try key.number(at: 0, of: .unwantedWord))
        digest = try key.id(at: 8, of: .unwantedWord)
        record = try UnwantedWordRecord(value)
    }

    var owner: UserNumber? { user == .nobody ? nil : user }
    var moment: Instant? { Instant(milliseconds: record.addedAt) }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", number: user.rawValue)
        line.write("digest", id: digest)
        line.write("word", written: record.text)
        line.write("added_at", moment: moment)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let user = UserNumber(try line.number("user"))
        let digest = try line.id("digest")
        let record = UnwantedWordRecord(
            text: try line.text("word"),
            addedAt: try line.moment("added_at").milliseconds
        )
        let word = UnwantedWord(stored: record.text)
        guard record.text.utf8.count <= DomainLimits.unwantedWordByteCountMax,
            store.secrets.digests.unwantedWord(word) == digest
        else { throw DumpProblem("'digest' is not that of the word") }
        try store.append(record.encoded(), for: .unwantedWord(user, digest), in: .unwantedWords)
    }
}
