internal import Domain
internal import LedgerRules
internal import Records
internal import StorageEngine

// What the keys of the ledger are made of. They may be made of any bytes; rows hold that these are
// such as the server writes.

/// An account as a key names it.
struct AccountPlace: KeyValue, Hashable {
    var holder = UserNumber.nobody
    var unit: UInt8 = 0
    var role: UInt8 = 0

    static let blank = AccountPlace()
    static var byteCount: Int { UserNumber.byteCount + 2 }
    static var parts: [any KeyValue.Type] { UserNumber.parts + UInt8.parts + UInt8.parts }

    private init() {}

    init(_ account: LedgerAccount) {
        holder = account.holder
        unit = account.unit.rawValue
        role = account.role.rawValue
    }

    init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        holder = try UserNumber(in: key, at: offset, of: kind)
        unit = try key.byte(at: offset + UserNumber.byteCount, of: kind)
        role = try key.byte(at: offset + UserNumber.byteCount + 1, of: kind)
    }

    /// The account with which a key begins.
    init(beginningOf key: Key) {
        self = key.withBytes { key in
            (try? AccountPlace(in: key, at: 0, of: .uniqueEntry)) ?? .blank
        }
    }

    func append(to key: inout Key) {
        holder.append(to: &key)
        key.append(unit)
        key.append(role)
    }

    /// The account; nil where there can be no such one.
    var account: LedgerAccount? {
        guard let unit = LedgerUnit(rawValue: unit), let role = AccountRole(rawValue: role) else {
            return nil
        }
        let account = LedgerAccount(holder: holder, unit: unit, role: role)
        return account.isSound ? account : nil
    }
}

/// An entry of a statement: of which account, and the how manieth.
struct StatementPlace: TwoPartKey {
    let account: AccountPlace
    let sequence: Sequence

    init(_ account: AccountPlace, _ sequence: Sequence) {
        self.account = account
        self.sequence = sequence
    }

    var pair: (AccountPlace, Sequence) { (account, sequence) }
}

/// What a posting is called: by whom, and how.
struct ReferencePlace: TwoPartKey {
    let source: UInt8
    let id: OpaqueID

    init(_ source: UInt8, _ id: OpaqueID) {
        self.source = source
        self.id = id
    }

    init(_ reference: TransferReference) {
        self.init(reference.source.rawValue, reference.id)
    }

    var pair: (UInt8, OpaqueID) { (source, id) }
}

/// A lot: of which account, and when it ends, in milliseconds since 1970.
struct LotPlace: TwoPartKey {
    var account: AccountPlace
    var end: UInt64

    init(_ account: AccountPlace, _ end: UInt64) {
        self.account = account
        self.end = end
    }

    var pair: (AccountPlace, UInt64) { (account, end) }
}

/// The same, so that what ends first comes first.
struct LotEndPlace: TwoPartKey {
    let end: UInt64
    let account: AccountPlace

    init(_ end: UInt64, _ account: AccountPlace) {
        self.end = end
        self.account = account
    }

    var pair: (UInt64, AccountPlace) { (end, account) }
}

/// What a pending transfer holds: of whom, and the number of the transfer.
struct HoldPlace: TwoPartKey {
    var holder: UserNumber
    var number: UInt64

    init(_ holder: UserNumber, _ number: UInt64) {
        self.holder = holder
        self.number = number
    }

    var pair: (UserNumber, UInt64) { (holder, number) }
}

/// When a pending transfer ends by itself, in milliseconds since 1970, and its number.
struct HoldEndPlace: TwoPartKey {
    let deadline: UInt64
    let number: UInt64

    init(_ deadline: UInt64, _ number: UInt64) {
        self.deadline = deadline
        self.number = number
    }

    var pair: (UInt64, UInt64) { (deadline, number) }
}

extension Instant {
    /// Milliseconds since 1970, as keys have them; none are before.
    var keyNumber: UInt64 { UInt64(clamping: milliseconds) }

    init(keyNumber: UInt64) {
        self.init(milliseconds: Int64(clamping: keyNumber))
    }
}
