/// What one user must find in the history, as far as this run knows.
///
/// Three kinds of notes are told apart: those that were there before the run, newest first; those
/// of the run that were acknowledged, which must be there from then on; and those whose outcome is
/// not known, because the call is under way or failed, which may be there.
struct ReceivedNotes {
    /// What was there before the run, newest first.
    var earlier: [Note] = []
    /// The notes of this run, in the order in which their sends began.
    private(set) var sent: [SentNote] = []
    private var indexByNumber: [UInt64: Int] = [:]

    /// A note as its receiver gets it.
    struct Note: Equatable, Sendable {
        /// The receiver's id.
        let id: UInt128
        /// A hash of the content.
        let contentHash: Int
        /// The number in the note's stamp, if it bears one.
        let number: UInt64?
    }

    /// A note of this run.
    struct SentNote {
        let number: UInt64
        let contentHash: Int
        /// No later than the moment at which the request left.
        let begunAt: UInt64
        /// No earlier than the moment at which the server acknowledged it; nil before.
        var acknowledgedAt: UInt64?
        /// The receiver's id, once it was seen.
        var receivedID: UInt128?
    }

    /// A part of a history, from its newest note on.
    struct Page {
        let notes: [Note]
        /// Whether nothing comes after it.
        let isLast: Bool
        /// No later than the moment at which the server read the page.
        let askedAt: UInt64
    }

    /// What is wrong with a page.
    enum Difference: Equatable {
        case unknownNote(at: Int)
        case twice(number: UInt64)
        case changedContent(number: UInt64)
        case changedID(number: UInt64)
        case wrongOrder(number: UInt64)
        case missing(number: UInt64)
        case earlierNotesEndEarly(count: Int)
    }

    /// Notes that a send begins, whose number no other has.
    mutating func begin(_ number: UInt64, contentHash: Int, at time: UInt64) {
        indexByNumber[number] = sent.count
        sent.append(SentNote(number: number, contentHash: contentHash, begunAt: time))
    }

    /// Notes that a send was acknowledged.
    mutating func acknowledge(_ number: UInt64, at time: UInt64) {
        guard let index = indexByNumber[number] else { return }
        sent[index].acknowledgedAt = time
    }

    /// The note of this number, if the run sent one to this user.
    func sentNote(_ number: UInt64) -> SentNote? {
        indexByNumber[number].map { sent[$0] }
    }

    /// Compares a page with what is known, and remembers the ids that it shows.
    mutating func difference(from page: Page) -> Difference? {
        var seen: Set<UInt64> = []
        // A note that was acknowledged before another began is older than that one.
        var newestAcknowledgement = UInt64.max
        var offset = 0
        while offset < page.notes.count, let number = page.notes[offset].number,
            let index = indexByNumber[number]
        {
            let note = page.notes[offset]
            guard seen.insert(number).inserted else { return .twice(number: number) }
            guard note.contentHash == sent[index].contentHash else {
                return .changedContent(number: number)
            }
            guard (sent[index].receivedID ?? note.id) == note.id else {
                return .changedID(number: number)
            }
            guard newestAcknowledgement >= sent[index].begunAt else {
                return .wrongOrder(number: number)
            }
            sent[index].receivedID = note.id
            newestAcknowledgement = min(newestAcknowledgement, sent[index].acknowledgedAt ?? .max)
            offset += 1
        }
        let rest = page.notes[offset...]
        guard rest.count <= earlier.count else { return .unknownNote(at: offset + earlier.count) }
        for (index, (found, known)) in zip(rest, earlier).enumerated() where found != known {
            return .unknownNote(at: offset + index)
        }
        if page.isLast, rest.count < earlier.count {
            return .earlierNotesEndEarly(count: rest.count)
        }
        let reachesBack = page.isLast || !rest.isEmpty
        return missing(in: seen, page, begunAfter: reachesBack ? 0 : newestAcknowledgement)
    }

    /// The newest note that was acknowledged before the page was asked for and is not in it.
    private func missing(
        in seen: Set<UInt64>,
        _ page: Page,
        begunAfter time: UInt64
    ) -> Difference? {
        for note in sent.reversed() {
            guard note.begunAt > time else { return nil }
            guard let acknowledgedAt = note.acknowledgedAt, acknowledgedAt < page.askedAt,
                !seen.contains(note.number)
            else { continue }
            return .missing(number: note.number)
        }
        return nil
    }
}

extension ReceivedNotes.Difference: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownNote(let index):
            "the note at place \(index) is none that must be there"
        case .twice(let number):
            "note \(number) is there twice"
        case .changedContent(let number):
            "note \(number) has another content than was sent"
        case .changedID(let number):
            "note \(number) has another id than before"
        case .wrongOrder(let number):
            "note \(number) stands after one that was acknowledged before it was sent"
        case .missing(let number):
            "note \(number) is missing, which was acknowledged before"
        case .earlierNotesEndEarly(let count):
            "of the notes from before the run only \(count) are there"
        }
    }
}
