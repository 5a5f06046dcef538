import Foundation

/// When the calls of an open loop are due, whatever becomes of those before them.
struct ArrivalSchedule: Sendable {
    private let arrivals: Arrivals
    private let meanNanoseconds: Double
    private var random: SeededRandom
    /// Kept as a fraction, so that a rate does not drift by rounding.
    private var due: Double

    /// How the calls are spread.
    enum Arrivals: String, CaseIterable, Sendable {
        /// As independent people come: at random, with bursts and gaps.
        case poisson
        /// At equal distances.
        case even
    }

    /// Plans calls.
    ///
    /// - Parameters:
    ///   - arrivals: How they are spread.
    ///   - perSecond: How many there are on average.
    ///   - start: The time from which on they come, in nanoseconds.
    ///   - random: Decides the gaps.
    init(
        _ arrivals: Arrivals,
        perSecond: Double,
        start: UInt64,
        random: SeededRandom
    ) {
        precondition(perSecond > 0, "An open loop has a rate.")
        self.arrivals = arrivals
        meanNanoseconds = 1e9 / perSecond
        self.random = random
        due = Double(start)
        advance()
    }

    /// When the next call is due.
    var next: UInt64 { UInt64(due) }

    /// Goes on to the call after that.
    mutating func advance() {
        switch arrivals {
        case .even: due += meanNanoseconds
        // The gaps of a Poisson process are exponential; 1 - fraction is never 0.
        case .poisson: due -= log(1 - random.fraction()) * meanNanoseconds
        }
    }
}
