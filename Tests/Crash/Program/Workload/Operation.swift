import Domain
import TestSupport
import NoteRules

/// Names an operation: the submitter that makes it, and how many that one made before.
struct OperationID: Hashable, Sendable, CustomStringConvertible {
    let lane: Int
    let number: Int

    var description: String { "\(lane).\(number)" }
}

/// One change of several records in several tables, which are stored all or not at all.
///
/// Everything about it follows from the seed and its name, so that whoever knows these can tell
/// what the store must hold.
struct Operation: Sendable {
    let id: OperationID
    let content: Content

    enum Content: Sendable {
        /// Notes to the common receiver: puts in the records of both.
        case notes([String])
        /// An answer to the newest note to oneself if it has none yet, else another such note:
        /// overwrites a record, and adds to the feed.
        case ownNote(String)
        /// Puts a session in the place of the one before.
        case session(slot: UInt64, value: UInt64)
        /// Deletes a session, if there is one.
        case sessionEnd(slot: UInt64)
        /// Adds a contact, or changes the one of this name: an entry of the feed goes.
        case contact(slot: UInt64, memo: String)
        /// Deletes a contact, if there is one.
        case contactEnd(slot: UInt64)
        /// Writes a note and a session, then says no: nothing may be left of it.
        case refused(String)
    }

    init(_ id: OperationID, seed: UInt64) {
        self.id = id
        let stream = UInt64(id.lane) << 32 | UInt64(id.number)
        var random = SeededGenerator(seed: seed, stream: stream)
        let slot = UInt64(random.number(in: 0...5))
        switch random.number(in: 0...99) {
        case 0..<42: content = .notes([Self.text(id, 0, &random)])
        case 42..<48:
            let count = random.number(in: 2...12)
            content = .notes((0..<count).map { Self.text(id, $0, &random) })
        case 48..<58: content = .ownNote(Self.text(id, 0, &random))
        case 58..<72: content = .session(slot: slot, value: random.next() >> 16)
        case 72..<80: content = .sessionEnd(slot: slot)
        case 80..<90:
            let memo = Self.text(id, 0, &random, byteCountMax: Self.memoByteCountMax)
            content = .contact(slot: slot, memo: memo)
        case 90..<95: content = .contactEnd(slot: slot)
        default: content = .refused(Self.text(id, 0, &random))
        }
    }

    /// Whether the store's rules take it; if not, nothing of it is ever stored.
    var isKept: Bool {
        if case .refused = content { false } else { true }
    }

    /// The longest memo and the longest note that the service takes, of letters of one byte.
    private static let memoByteCountMax = DomainLimits.contactMemoCharactersMax
    private static let noteByteCountMax = DomainLimits.contentCharacters.upperBound

    /// A text that begins with the operation's name and does not end with a blank, as the service
    /// takes them; most are short, some long.
    private static func text(
        _ id: OperationID,
        _ index: Int,
        _ random: inout SeededGenerator,
        byteCountMax: Int = noteByteCountMax
    ) -> String {
        let countMax = random.number(in: 0...9) == 0 ? byteCountMax : 200
        var bytes = Array("\(id).\(index) ".utf8)
        let count = max(bytes.count + 1, random.number(in: 0...countMax))
        while bytes.count < count {
            var letters = random.next()
            for _ in 0..<12 {
                bytes.append(UInt8(ascii: "a") + UInt8(letters & 15))
                letters >>= 4
            }
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
