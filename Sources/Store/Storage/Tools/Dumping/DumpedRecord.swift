internal import Domain

/// A record as lines of a dump show it, and as it is loaded from there.
protocol DumpedRecord {
    /// The kind of its lines.
    static var entity: DumpEntity { get }

    /// Reads a record.
    ///
    /// - Throws: `dataLoss` when it is damaged.
    init(key: RawSpan, value: RawSpan) throws(DomainError)

    /// Whom it belongs to; nil if to nobody.
    var owner: UserNumber? { get }

    /// When it was made; nil if it does not say.
    var moment: Instant? { get }

    /// Where it is shown among its owner's, if the order of the keys tells who sent what.
    var order: UInt64? { get }

    /// Writes all of it, so that it can be loaded.
    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets)

    /// Writes what does not help to tell who sent an anonymous note; answers whether that is
    /// anything. People are named by their ids, and nothing shows how many events there were.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool

    /// Puts the record of a line that `writeWhole` wrote into a store, and what finds it.
    ///
    /// - Throws: What is wrong with the line.
    static func load(_ line: inout JSONReader, into store: LoadTarget) throws(DumpProblem)
}

extension DumpedRecord {
    /// For records whose keys tell nothing.
    var order: UInt64? { nil }

    /// For records of which nothing is shown without senders.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool { false }
}

extension DumpEntity {
    /// How records of this kind are shown and loaded.
    var record: any DumpedRecord.Type {
        switch self {
        case .user: DumpedUser.self
        case .contact: DumpedContact.self
        case .received: DumpedReceivedNote.self
        case .sent: DumpedSentNote.self
        case .session: DumpedSession.self
        case .change: DumpedChange.self
        case .block: DumpedBlock.self
        case .report: DumpedReport.self
        case .reply: DumpedReply.self
        case .erasure: DumpedErasure.self
        case .audit: DumpedAudit.self
        case .ban: DumpedBan.self
        case .reset: DumpedReset.self
        case .word: DumpedWord.self
        case .counter: DumpedCounter.self
        case .erased: DumpedErasureMark.self
        case .held: DumpedHeldNote.self
        case .untold: DumpedUntoldChange.self
        }
    }
}

extension RawSpan {
    /// The text in a range, or damage; what is not UTF-8 is not repaired.
    func validText(in range: Range<Int>, of kind: RecordKind) throws(DomainError) -> String {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { throw kind.damaged }
        let units = Span<UInt8>(_bytes: extracting(range))
        guard let valid = try? UTF8Span(validating: units) else { throw kind.damaged }
        return String(copying: valid)
    }

    /// Refuses a key or a value of another length, or damage.
    func requireByteCount(_ count: Int, of kind: RecordKind) throws(DomainError) {
        guard byteCount == count else { throw kind.damaged }
    }
}

extension JSONWriter {
    /// Writes where something stands in somebody's life.
    mutating func write(_ name: StaticString, place: Place?) {
        guard let place else { return }
        write(name) { line in
            line.write("user", number: place.user.rawValue)
            line.write("seq", number: place.sequence.rawValue)
        }
    }

    /// Writes the place at which the record itself stands.
    mutating func write(_ owner: StaticString, own place: Place) {
        write(owner, number: place.user.rawValue)
        write("seq", number: place.sequence.rawValue)
    }

    /// Writes an answer.
    mutating func write(_ answer: Answer?) {
        guard let answer else { return }
        write("answer") { line in
            line.write("answered_at", moment: answer.answeredAt)
            line.write("content", written: answer.content.text)
        }
    }
}

extension JSONReader {
    /// Reads where something stands in somebody's life, if it comes next.
    mutating func optionalPlace(_ name: StaticString) throws(DumpProblem) -> Place? {
        try optionalObject(name) { object throws(DumpProblem) in try object.ownPlace("user") }
    }

    /// Reads the place at which the record itself stands.
    mutating func ownPlace(_ owner: StaticString) throws(DumpProblem) -> Place {
        Place(UserNumber(try number(owner)), Sequence(try number("seq")))
    }

    /// Reads an answer, if it comes next.
    mutating func answer() throws(DumpProblem) -> Answer? {
        try optionalObject("answer") { object throws(DumpProblem) in
            let answeredAt = try object.moment("answered_at")
            return Answer(
                content: Content(stored: try object.text("content")),
                answeredAt: answeredAt
            )
        }
    }

    /// Reads one of a few words.
    mutating func word<Value>(_ name: StaticString, _ words: [(String, Value)]) throws(DumpProblem)
        -> Value
    {
        let text = try text(name)
        guard let word = words.first(where: { $0.0 == text }) else {
            throw DumpProblem("'\(name)' is none of " + words.map(\.0).joined(separator: ", "))
        }
        return word.1
    }

    /// Reads the id of a record, which must be the one that its place and the key make.
    mutating func requireID(_ id: OpaqueID) throws(DumpProblem) {
        guard try self.id("id") == id else {
            throw DumpProblem("'id' is not the one that this place has under this master key")
        }
    }
}
