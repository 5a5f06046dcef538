internal import Domain
internal import LedgerRules
internal import Records
internal import StorageEngine

// What is stored in the ledger. Each form has a version in front, and always the same parts behind
// it: a transfer writes several of them.

/// What an account has, under the account.
struct AccountRow: KeyedRow {
    var key = AccountPlace.blank
    var state = AccountState()

    static let kind = RecordKind("ledger account")
    static var blank: AccountRow { AccountRow() }
    private static let version: UInt8 = 1
    private static let byteCount = 26

    private init() {}

    init(_ state: AccountState, of account: LedgerAccount) {
        (key, self.state) = (AccountPlace(account), state)
    }

    init(value: RawSpan) throws(DomainError) {
        try value.requireByteCount(Self.byteCount, of: Self.kind)
        let mark = try value.byte(at: 25, of: Self.kind)
        guard try value.byte(at: 0, of: Self.kind) == Self.version, mark <= 1 else {
            throw Self.kind.damaged
        }
        state = AccountState(
            balance: try value.number(at: 1, of: Self.kind),
            pending: try value.number(at: 9, of: Self.kind),
            entryCount: try value.number(at: 17, of: Self.kind),
            isLeaving: mark == 1
        )
    }

    var isSound: Bool {
        let limit = DomainLimits.balanceMax
        return key.account != nil && -limit...limit ~= state.balance
            && 0...limit ~= state.pending && state.entryCount <= LedgerNumbers.countMax
    }

    func storedValue(_ secrets: StoreSecrets) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(Self.version)
        bytes.append(bigEndian: state.balance)
        bytes.append(bigEndian: state.pending)
        bytes.append(bigEndian: state.entryCount)
        bytes.append(state.isLeaving ? 1 : 0)
        return bytes
    }
}

/// How far numbers go.
enum LedgerNumbers {
    /// Beyond this nobody counts; one more is a number still.
    static let countMax: UInt64 = 1 << 62
}

/// One side of a stored transfer.
struct SideRecord: Equatable {
    var account = AccountPlace.blank
    var sequence: UInt64 = 0
    var balance: Int64 = 0

    static let byteCount = AccountPlace.byteCount + 16

    init() {}

    init(_ side: TransferSide) {
        account = AccountPlace(side.account)
        (sequence, balance) = (side.sequence, side.balance)
    }

    init(in value: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        account = try AccountPlace(in: value, at: offset, of: kind)
        let end = offset + AccountPlace.byteCount
        sequence = try value.number(at: end, of: kind)
        balance = try value.number(at: end + 8, of: kind)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: account.holder.rawValue)
        bytes.append(account.unit)
        bytes.append(account.role)
        bytes.append(bigEndian: sequence)
        bytes.append(bigEndian: balance)
    }

    /// The side; nil where there can be no such one.
    var side: TransferSide? {
        let limit = DomainLimits.balanceMax
        guard let account = account.account, sequence <= LedgerNumbers.countMax,
            -limit...limit ~= balance, account.role.hasStatement == (sequence > 0)
        else { return nil }
        return TransferSide(account, sequence: sequence, balance: balance)
    }

    /// Where the account's statement has it; nil where there is no statement.
    var place: StatementPlace? {
        sequence == 0 ? nil : StatementPlace(account, Sequence(sequence))
    }
}

/// A transfer, under its number.
struct TransferRow: KeyedRow {
    var key: UInt64 = 0
    var kindNumber: UInt8 = 0
    var source = SideRecord()
    var destination = SideRecord()
    var amount: UInt64 = 0
    var moment = Instant(milliseconds: 0)
    var first: UInt64 = 0
    var earlier: UInt64 = 0
    /// 0 where there is none, as of the deadline.
    var lotEnd: UInt64 = 0
    var deadline: UInt64 = 0
    var subject: UInt64 = 0
    /// 0 where there is no reference.
    var referenceSource: UInt64 = 0
    var referenceID = OpaqueID(high: 0, low: 0)
    /// What it did to lots, as `LotList` has it; nothing in the form that earlier versions wrote.
    var lots: [UInt8] = []

    static let kind = RecordKind("transfer")
    static var blank: TransferRow { TransferRow() }
    private static let version: UInt8 = 1
    /// That of the form with lots behind the other parts.
    private static let versionWithLots: UInt8 = 2
    private static let byteCount = 2 + 2 * SideRecord.byteCount + 7 * 8 + 1 + OpaqueID.byteCount

    private init() {}

    init(value: RawSpan) throws(DomainError) {
        let kind = Self.kind
        let version = try value.byte(at: 0, of: kind)
        if version == Self.versionWithLots, value.byteCount > Self.byteCount {
            lots = value.copy(Self.byteCount..<value.byteCount)
        } else {
            try value.requireByteCount(Self.byteCount, of: kind)
            guard version == Self.version else { throw kind.damaged }
        }
        kindNumber = try value.byte(at: 1, of: kind)
        source = try SideRecord(in: value, at: 2, of: kind)
        destination = try SideRecord(in: value, at: 2 + SideRecord.byteCount, of: kind)
        let numbers = 2 + 2 * SideRecord.byteCount
        amount = try value.number(at: numbers, of: kind)
        moment = try Self.moment(in: value)
        first = try value.number(at: numbers + 16, of: kind)
        earlier = try value.number(at: numbers + 24, of: kind)
        lotEnd = try value.number(at: numbers + 32, of: kind)
        deadline = try value.number(at: numbers + 40, of: kind)
        subject = try value.number(at: numbers + 48, of: kind)
        referenceSource = UInt64(try value.byte(at: numbers + 56, of: kind))
        referenceID = try value.id(at: numbers + 57, of: kind)
    }

    /// When a stored transfer happened.
    static func moment(in value: RawSpan) throws(DomainError) -> Instant {
        guard value.byteCount >= byteCount else { throw kind.damaged }
        return Instant(milliseconds: try value.number(at: momentOffset, of: kind))
    }

    private static let momentOffset = 2 + 2 * SideRecord.byteCount + 8

    func storedValue(_ secrets: StoreSecrets) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount + lots.count)
        bytes.append(lots.isEmpty ? Self.version : Self.versionWithLots)
        bytes.append(kindNumber)
        source.append(to: &bytes)
        destination.append(to: &bytes)
        bytes.append(bigEndian: amount)
        bytes.append(bigEndian: moment.milliseconds)
        bytes.append(bigEndian: first)
        bytes.append(bigEndian: earlier)
        bytes.append(bigEndian: lotEnd)
        bytes.append(bigEndian: deadline)
        bytes.append(bigEndian: subject)
        bytes.append(UInt8(clamping: referenceSource))
        bytes.append(referenceID)
        bytes += lots
        return bytes
    }

    var isSound: Bool { transfer != nil }
}

extension TransferRow {
    init(_ transfer: Transfer) {
        key = transfer.number
        kindNumber = transfer.kind.rawValue
        source = SideRecord(transfer.source)
        destination = SideRecord(transfer.destination)
        amount = UInt64(clamping: transfer.amount)
        moment = transfer.moment
        first = transfer.first
        earlier = transfer.earlier
        lotEnd = transfer.lotEnd?.keyNumber ?? 0
        deadline = transfer.deadline?.keyNumber ?? 0
        subject = transfer.subject
        referenceSource = UInt64(transfer.reference?.source.rawValue ?? 0)
        referenceID = transfer.reference?.id ?? OpaqueID(high: 0, low: 0)
        if let changes = transfer.lots { lots = LotList.bytes(of: changes) }
    }

    /// The transfer; nil where there can be no such one.
    var transfer: Transfer? {
        guard let kind = TransferKind(rawValue: kindNumber), let source = source.side,
            let destination = destination.side, 1...LedgerNumbers.countMax ~= key,
            1...key ~= first, earlier < key, 1...UInt64(DomainLimits.balanceMax) ~= amount,
            max(lotEnd, deadline) <= UInt64(Int64.max),
            (kind == .pending) == (deadline > 0), referenceSource <= UInt8.max
        else { return nil }
        let changes = lots.isEmpty ? nil : LotList.changes(in: lots.span.bytes)
        guard lots.isEmpty || changes != nil else { return nil }
        return Transfer(
            number: key,
            kind: kind,
            source: source,
            destination: destination,
            amount: Int64(clamping: amount),
            moment: moment,
            first: first,
            earlier: earlier,
            lotEnd: lotEnd == 0 ? nil : Instant(keyNumber: lotEnd),
            deadline: deadline == 0 ? nil : Instant(keyNumber: deadline),
            subject: subject,
            reference: reference,
            lots: changes
        )
    }

    /// What its posting is called.
    var reference: TransferReference? {
        guard referenceSource > 0 else { return nil }
        let source = ReferenceSource(rawValue: UInt8(clamping: referenceSource))
        return TransferReference(source, referenceID)
    }
}

/// How much a lot has, under the lot.
struct LotRow: KeyedRow {
    var key = LotPlace(.blank, 0)
    var amount: UInt64 = 0

    static let kind = RecordKind("lot")
    static var blank: LotRow { LotRow() }

    private init() {}

    init(_ lot: Lot, of account: LedgerAccount) {
        key = LotPlace(AccountPlace(account), lot.end.keyNumber)
        amount = UInt64(clamping: lot.amount)
    }

    init(value: RawSpan) throws(DomainError) {
        try value.requireByteCount(8, of: Self.kind)
        amount = try value.number(at: 0, of: Self.kind)
    }

    func storedValue(_ secrets: StoreSecrets) -> [UInt8] { [UInt8](bigEndian: amount) }

    var isSound: Bool {
        1...UInt64(DomainLimits.balanceMax) ~= amount && 1...UInt64(Int64.max) ~= key.end
            && key.account.account?.role.hasLots == true
    }

    var lot: Lot { Lot(end: Instant(keyNumber: key.end), amount: Int64(clamping: amount)) }
}

/// What a pending transfer holds.
struct HoldRow: KeyedRow {
    var key = HoldPlace(.nobody, 0)
    var deadline: UInt64 = 0
    /// The end and the amount of each lot that it was taken from, 16 bytes for both.
    var lots: [UInt8] = []

    static let kind = RecordKind("pending transfer")
    static var blank: HoldRow { HoldRow() }

    private init() {}

    init(_ hold: Hold) {
        key = HoldPlace(hold.holder, hold.number)
        deadline = hold.deadline.keyNumber
        lots = LotList.bytes(of: hold.lots)
    }

    init(value: RawSpan) throws(DomainError) {
        deadline = try value.number(at: 0, of: Self.kind)
        lots = value.copy(8..<value.byteCount)
    }

    func storedValue(_ secrets: StoreSecrets) -> [UInt8] { [UInt8](bigEndian: deadline) + lots }

    var isSound: Bool { hold != nil }

    /// What it says; nil where it can say no such thing.
    var hold: Hold? {
        guard 1...LedgerNumbers.countMax ~= key.number, 1...UInt64(Int64.max) ~= deadline,
            let found = LotList.lots(in: lots.span.bytes, 0..<lots.count)
        else { return nil }
        return Hold(
            number: key.number,
            holder: key.holder,
            deadline: Instant(keyNumber: deadline),
            lots: found
        )
    }
}

/// Lots as records hold them: the end and the amount of each, 16 bytes for both.
enum LotList {
    private static let byteCount = 16
    private static let kind = LotRow.kind

    static func bytes(of lots: [Lot]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lots.count * byteCount)
        for lot in lots {
            bytes.append(bigEndian: lot.end.keyNumber)
            bytes.append(bigEndian: lot.amount)
        }
        return bytes
    }

    /// How many were taken, in 8 bytes, those, and behind them the ones that were given back into.
    static func bytes(of changes: LotChanges) -> [UInt8] {
        [UInt8](bigEndian: UInt64(changes.taken.count)) + bytes(of: changes.taken)
            + bytes(of: changes.returned)
    }

    /// What the bytes say; nil where they can say no such thing.
    static func lots(in bytes: RawSpan, _ range: Range<Int>) -> [Lot]? {
        guard range.count.isMultiple(of: byteCount) else { return nil }
        var found: [Lot] = []
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: byteCount) {
            guard let lot = Self.lot(in: bytes, at: offset) else { return nil }
            if let last = found.last, last.end >= lot.end { return nil }
            found.append(lot)
        }
        return found
    }

    /// As above, of what a transfer did to lots.
    static func changes(in bytes: RawSpan) -> LotChanges? {
        guard let count: UInt64 = try? bytes.number(at: 0, of: kind),
            count <= UInt64(bytes.byteCount / byteCount)
        else { return nil }
        let middle = 8 + Int(count) * byteCount
        guard middle <= bytes.byteCount, let taken = lots(in: bytes, 8..<middle),
            let returned = lots(in: bytes, middle..<bytes.byteCount)
        else { return nil }
        return LotChanges(taken: taken, returned: returned)
    }

    private static func lot(in bytes: RawSpan, at offset: Int) -> Lot? {
        guard let end: UInt64 = try? bytes.number(at: offset, of: kind),
            let amount: Int64 = try? bytes.number(at: offset + 8, of: kind),
            1...UInt64(Int64.max) ~= end, 1...DomainLimits.balanceMax ~= amount
        else { return nil }
        return Lot(end: Instant(keyNumber: end), amount: amount)
    }
}
