package import Domain

/// What a transfer was for.
package enum TransferKind: UInt8, CaseIterable, Sendable {
    /// Somebody got something.
    case earn = 1
    /// Somebody paid with something.
    case spend = 2
    /// Something changed hands.
    case move = 3
    /// Something is held, to be posted later or given back; nothing is moved.
    case pending = 4
    /// What a pending transfer held is moved, all or part of it; the rest is given back.
    case post = 5
    /// What a pending transfer held is given back; nothing is moved.
    case void = 6
    /// A pending transfer ended by itself: what it held is given back.
    case lapse = 7
    /// What somebody had too long went back to the application.
    case expire = 8
    /// An earlier transfer is put right.
    case correct = 9
    /// What somebody left who deleted the account went back to the application.
    case forfeit = 10

    /// Whether it changes balances.
    package var movesAmounts: Bool {
        switch self {
        case .pending, .void, .lapse: false
        case .earn, .spend, .move, .post, .expire, .correct, .forfeit: true
        }
    }

    /// Whether it ends a pending transfer.
    package var isResolution: Bool { self == .post || self == .void || self == .lapse }

    /// Whether features and operators may ask for it.
    package var isAskedFor: Bool { self == .earn || self == .spend || self == .move }
}

/// An account as one side of a transfer.
package struct TransferSide: Equatable, Sendable {
    /// The account.
    package var account: LedgerAccount
    /// Which entry of its statement this is, counted from 1; 0 where it has no statement.
    package var sequence: UInt64
    /// Its balance afterwards; 0 where it has no statement.
    package var balance: Int64

    /// Gathers all.
    package init(_ account: LedgerAccount, sequence: UInt64, balance: Int64) {
        self.account = account
        self.sequence = sequence
        self.balance = balance
    }

    /// The side of somebody who is erased.
    package static func erased(_ unit: LedgerUnit) -> TransferSide {
        TransferSide(.app(.erased, unit), sequence: 0, balance: 0)
    }
}

/// An amount that went from one account to another, or is held for that; never changed.
///
/// Of whoever is erased the side is taken off it, and nothing else.
package struct Transfer: Equatable, Sendable {
    /// Its number, from 1 on without a gap.
    package var number: UInt64
    /// What it was for.
    package let kind: TransferKind
    /// Where the amount came from.
    package var source: TransferSide
    /// Where it went.
    package var destination: TransferSide
    /// How much, from 1 on.
    package let amount: Int64
    /// When; never before an earlier one.
    package let moment: Instant
    /// The number of the first transfer of its posting: they were done together.
    package let first: UInt64
    /// The number of the pending transfer that it ends, or of the one that it corrects; else 0.
    package let earlier: UInt64
    /// When what it credits lapses; of one that expires, the end of the lot.
    package let lotEnd: Instant?
    /// When a pending one ends by itself.
    package let deadline: Instant?
    /// What it was for, in numbers of its feature, and of nobody; else 0.
    package let subject: UInt64
    /// What its posting is called; the first transfer of the posting alone has it.
    package let reference: TransferReference?
    /// What it did to lots beyond what `lotEnd` says; nil where that is nothing, and where an
    /// earlier version made it, which did not keep that.
    package let lots: LotChanges?

    /// Gathers all.
    package init(
        number: UInt64,
        kind: TransferKind,
        source: TransferSide,
        destination: TransferSide,
        amount: Int64,
        moment: Instant,
        first: UInt64,
        earlier: UInt64 = 0,
        lotEnd: Instant? = nil,
        deadline: Instant? = nil,
        subject: UInt64 = 0,
        reference: TransferReference? = nil,
        lots: LotChanges? = nil
    ) {
        self.number = number
        self.kind = kind
        self.source = source
        self.destination = destination
        self.amount = amount
        self.moment = moment
        self.first = first
        self.earlier = earlier
        self.lotEnd = lotEnd
        self.deadline = deadline
        self.subject = subject
        self.reference = reference
        self.lots = lots
    }
}

/// What a transfer took of lots, and what a correction gave back into lots.
package struct LotChanges: Equatable, Sendable {
    /// What was taken of lots of the source, in their order; the rest of the amount never lapses.
    package let taken: [Lot]
    /// Into which lots of the destination a correction gave back, in their order; the rest of its
    /// amount never lapses.
    package let returned: [Lot]

    /// Joins both.
    package init(taken: [Lot], returned: [Lot] = []) {
        self.taken = taken
        self.returned = returned
    }
}

extension Transfer {
    /// The lots of the destination that it credited; the rest of the amount never lapses.
    var creditedLots: [Lot] {
        guard let lotEnd, kind != .expire else { return lots?.returned ?? [] }
        return [Lot(end: lotEnd, amount: amount)]
    }

    /// What goes back into lots of the source where so much of it is moved back: as if the rest
    /// alone had been taken.
    func lotsGivenBack(by part: Int64) -> [Lot] {
        var taken = Lots(lots?.taken ?? [])
        _ = taken.take(amount - part)
        return taken.all
    }
}

/// An entry of the statement of an account: a transfer as that account sees it.
package struct StatementEntry: Equatable, Sendable {
    /// The transfer.
    package let transfer: Transfer
    /// Which entry it is, counted from 1.
    package let sequence: UInt64
    /// By how much the balance rose; below nothing where it fell, and 0 where it stayed.
    package let change: Int64
    /// The balance afterwards.
    package let balance: Int64
    /// The other account.
    package let other: LedgerAccount

    /// A transfer as one of its accounts sees it; nil for any other account.
    package init?(_ transfer: Transfer, of account: LedgerAccount) {
        let isSource = transfer.source.account == account
        let side = isSource ? transfer.source : transfer.destination
        guard side.account == account else { return nil }
        self.transfer = transfer
        sequence = side.sequence
        balance = side.balance
        other = isSource ? transfer.destination.account : transfer.source.account
        let amount = transfer.kind.movesAmounts ? transfer.amount : 0
        change = isSource ? -amount : amount
    }
}

/// What a posting is called by who asks for it, so that it is made once however often it is asked
/// for; it tells nothing by itself.
package struct TransferReference: Hashable, Sendable {
    /// Who calls it so.
    package let source: ReferenceSource
    /// The name, as the store makes it of what it was told.
    package let id: OpaqueID

    /// Joins both.
    package init(_ source: ReferenceSource, _ id: OpaqueID) {
        self.source = source
        self.id = id
    }

    /// That of the end of a pending transfer, of which there is one.
    static func resolution(of number: UInt64) -> TransferReference {
        TransferReference(.resolution, OpaqueID(high: 0, low: number))
    }

    /// That of the correction of a transfer, of which there is one.
    static func correction(of number: UInt64) -> TransferReference {
        TransferReference(.correction, OpaqueID(high: 0, low: number))
    }
}

/// Who calls postings by names: each feature has a number of its own, which is never another's.
package struct ReferenceSource: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: UInt8

    /// Names a source by its number; those of features begin with 16.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The ledger itself, of pending transfers.
    static let resolution = ReferenceSource(rawValue: 1)
    /// The ledger itself, of corrections.
    static let correction = ReferenceSource(rawValue: 2)
    /// Operators.
    package static let operators = ReferenceSource(rawValue: 3)
}
