import CommandLineInterface
import Domain
import LedgerRules

/// How much an operator has moved, within the limits of the ledger.
enum LedgerAmounts {
    /// The amount of a transfer.
    static let amount = Argument<Int>(
        "AMOUNT",
        .number(in: 1...Int(DomainLimits.transferAmountMax)),
        help: "How much."
    )
    /// A part of an earlier one.
    static let part = Option<Int?>.optional(
        "amount",
        .number(in: 1...Int(DomainLimits.balanceMax)),
        help: "How much of it; all by default."
    )
}
