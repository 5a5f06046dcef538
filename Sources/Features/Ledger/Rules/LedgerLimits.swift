package import Domain

// The limits of the ledger, with their reasons.
extension DomainLimits {
    /// The amount of one transfer: far beyond any payment, and small enough for one with some
    /// digits too many to be refused.
    package static let transferAmountMax: Int64 = 1_000_000_000_000

    /// How far a balance may be from nothing, on either side: exact as a number of JSON, and far
    /// from what a sum of two could overflow.
    package static let balanceMax: Int64 = 9_000_000_000_000_000

    /// Moves of one posting: all of them are one change.
    package static let movesPerPostingMax = 64

    /// Days until what was credited may lapse: three years and some days.
    ///
    /// Ends are those of days, so an account has as many lots at most.
    package static let lotDaysMax: Int64 = 1_100

    /// Days for which a pending transfer may wait.
    package static let pendingDaysMax: Int64 = 400

    /// Transfers from one person's accounts that may be pending at once: more than anybody has open
    /// orders, and few enough for all of them to end in one change, however many lots they hold.
    package static let pendingPerPersonMax = 100

    /// Bytes of what a feature or an operator calls a posting, so that it is made once.
    package static let referenceByteCounts = 1...128
}
