internal import AccountStorage
internal import Domain
internal import NoteRules
internal import Records

/// Somebody who writes, and to whom.
struct Correspondence: Hashable {
    let sender: UserNumber
    let receiver: UserNumber
}

extension Correspondence: SlotKey {
    // Numbers are given out in turn: the sender's is spread, so that pairs differ in the last bits.
    var slotNumber: UInt64 { (sender.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 32 ^ receiver.rawValue }
}

/// Which notes of somebody a receiver has blocked.
struct StoppedNotes: OptionSet {
    let rawValue: UInt8

    static let anonymous = StoppedNotes(rawValue: 1)
    static let named = StoppedNotes(rawValue: 2)
    static let all: StoppedNotes = [.anonymous, .named]

    /// Whether notes that disclose this much are.
    func contains(_ disclosure: Disclosure) -> Bool { contains(StoppedNotes(disclosure)) }

    /// Adds those that disclose this much.
    mutating func insert(_ disclosure: Disclosure) { formUnion(StoppedNotes(disclosure)) }
}

extension StoppedNotes {
    private init(_ disclosure: Disclosure) {
        switch disclosure {
        case .anonymous: self = .anonymous
        case .username: self = .named
        }
    }
}
