internal import Domain
internal import LMDB
internal import Records
internal import Storage
internal import StorageEngine

/// Something that a salvage could not keep as it was, or that it had to make anew.
package struct SalvageFinding: Sendable, Equatable {
    /// What became of it.
    package let outcome: Outcome
    /// The table; empty for the file or the log as a whole.
    package let table: String
    /// The id of the account or guest whose it is, as a UUID; empty where that is not one.
    package let person: String
    /// The key in hexadecimal, or the first one that there may have been; empty for no bound.
    package let key: String
    /// The first key behind a range, empty for one without an end; nil for a single record.
    package let end: String?
    /// The damaged page; nil where it is not about one.
    package let page: UInt64?
    /// What is the matter, in words without anything that a record holds.
    package let problem: String

    /// What becomes of a record, or of keys of which it is not known what they had.
    package enum Outcome: String, Sendable, CaseIterable {
        /// It could not be read.
        case lost
        /// It could be read, and speaks of what is lost.
        case dropped
        /// It is kept without what is lost.
        case changed
        /// It is new, and tells of what is lost, or of what the lost told of.
        case added
        /// It was made again out of what there is.
        case remade
        /// A page is damaged, and all that it led to was found.
        case recovered

        /// Whether something is not as it was.
        package var isLoss: Bool {
            switch self {
            case .lost, .dropped, .changed: true
            case .added, .remade, .recovered: false
            }
        }
    }

    /// Describes what became of a single record.
    init(
        _ outcome: Outcome,
        _ table: TableID,
        _ key: Key,
        of person: UserNumber?,
        _ problem: String,
        _ secrets: StoreSecrets
    ) {
        self.outcome = outcome
        self.table = table.name
        self.person = Self.text(of: person, secrets)
        self.key = key.bytes.hexadecimalText
        end = nil
        page = nil
        self.problem = problem
    }

    /// Describes what became of keys of a table.
    init(
        _ outcome: Outcome,
        _ range: LostRange,
        of person: UserNumber?,
        _ secrets: StoreSecrets
    ) {
        self.outcome = outcome
        table = range.table.name
        self.person = Self.text(of: person, secrets)
        key = range.lower.hexadecimalText
        end = range.isSingle ? nil : (range.upper ?? []).hexadecimalText
        page = range.page
        problem = range.problem
    }

    /// Describes what is wrong with the file or the log as a whole.
    init(_ outcome: Outcome, page: UInt64? = nil, _ problem: String) {
        self.outcome = outcome
        table = ""
        person = ""
        key = ""
        end = nil
        self.page = page
        self.problem = problem
    }

    private static func text(of person: UserNumber?, _ secrets: StoreSecrets) -> String {
        guard let person, person != .nobody else { return "" }
        return secrets.identifiers.userID(of: person).opaque.uuid
    }
}

/// Keys of a table of which some could not be read.
struct LostRange {
    let table: TableID
    /// No lost key is smaller.
    let lower: [UInt8]
    /// All lost keys are smaller; nil for no bound.
    let upper: [UInt8]?
    /// The damaged page; nil where it is another table's.
    let page: UInt64?
    let problem: String

    /// Whether it is a single key: one whose value alone could not be read.
    var isSingle: Bool { upper.map { $0 == lower + [0] } ?? false }

    /// Whether a key is one of them.
    func contains(_ key: RawSpan) -> Bool {
        key.withUnsafeBytes { key in
            let isBefore = key.lexicographicallyPrecedes(lower)
            return !isBefore && upper.map { key.lexicographicallyPrecedes($0) } ?? true
        }
    }

    /// Whether a key that begins with a number may be one of them.
    func mayHaveKeys(of user: UserNumber) -> Bool {
        let first = Key.user(user).bytes
        let isBefore = upper.map { !first.lexicographicallyPrecedes($0) } ?? false
        guard !isBefore, let next = Key.user(user).prefixSuccessor else { return !isBefore }
        return lower.lexicographicallyPrecedes(next.bytes)
    }
}

extension Key {
    /// A copy of the bytes.
    var bytes: [UInt8] { withBytes { $0.withUnsafeBytes { Array($0) } } }
}

extension [UInt8] {
    /// Two digits for each byte.
    var hexadecimalText: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension TableID {
    /// Whose a record is, by its key; nil where the key does not say.
    func owner(of key: RawSpan) -> UserNumber? { Schema.table(self)?.partition(of: key).user }

    /// Whether its records are made again out of others.
    var isMadeAgain: Bool { Schema.table(self)?.isMadeAgain ?? false }
}
