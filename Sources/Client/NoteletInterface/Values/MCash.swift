public import Foundation

/// What an account has of cash, in the smallest unit of money; only the service changes it.
public struct MCash: Hashable, Sendable {
    /// All of it.
    public let total: Int
    /// What of it is held, since it is to be paid out.
    public let pending: Int

    /// Creates a balance's picture.
    ///
    /// - Parameters:
    ///   - total: All of it.
    ///   - pending: What of it is held.
    public init(total: Int, pending: Int = 0) {
        self.total = total
        self.pending = pending
    }

    /// What can be asked for.
    public var available: Int { total - pending }
}

/// What an account once got, or was paid out, of cash.
public struct MCashTransaction: Hashable, Identifiable, Sendable {
    /// Which one of the account's it is, from 1 on.
    public let id: UInt64
    /// By how much the balance rose; below 0 where it fell.
    public let change: Int
    /// The balance afterwards.
    public let balance: Int
    /// When.
    public let occurredAt: Date

    /// Creates a transaction's picture.
    ///
    /// - Parameters:
    ///   - id: Which one it is.
    ///   - change: By how much the balance rose.
    ///   - balance: The balance afterwards.
    ///   - occurredAt: When.
    public init(id: UInt64, change: Int, balance: Int, occurredAt: Date) {
        self.id = id
        self.change = change
        self.balance = balance
        self.occurredAt = occurredAt
    }
}

/// Cash that an account asked to be paid out.
public struct MCashWithdrawal: Hashable, Identifiable, Sendable {
    /// By which operators know it.
    public let id: UInt64
    /// How much was asked for.
    public let amount: Int
    /// When.
    public let requestedAt: Date
    /// When it is given back by itself.
    public let pendingUntil: Date
    /// What the account has of cash now.
    public let balance: MCash

    /// Creates the picture of it.
    ///
    /// - Parameters:
    ///   - id: By which operators know it.
    ///   - amount: How much was asked for.
    ///   - requestedAt: When.
    ///   - pendingUntil: When it is given back by itself.
    ///   - balance: What the account has of cash now.
    public init(
        id: UInt64,
        amount: Int,
        requestedAt: Date,
        pendingUntil: Date,
        balance: MCash
    ) {
        self.id = id
        self.amount = amount
        self.requestedAt = requestedAt
        self.pendingUntil = pendingUntil
        self.balance = balance
    }
}
