import Foundation

/// Who is written to, and whose history is read.
struct Receivers: Sendable {
    private let userCount: Int
    private let zipf: ZipfDistribution?
    /// Spreads the popular users over the store: neighbours in the store are not popular together.
    private let stride: Int

    /// How receivers are chosen.
    enum Choice: String, CaseIterable, Sendable {
        /// All alike.
        case uniform
        /// Few get much, most get little.
        case zipf
    }

    /// Draws among users.
    ///
    /// - Parameters:
    ///   - choice: How they are chosen.
    ///   - userCount: How many there are, one at least.
    ///   - exponent: For Zipf: how much more popular users are than those after them.
    init(_ choice: Choice, userCount: Int, exponent: Double) {
        precondition(userCount > 0, "Somebody must be there to receive.")
        self.userCount = userCount
        zipf =
            choice == .zipf ? ZipfDistribution(count: userCount, exponent: exponent) : nil
        stride = Receivers.stride(for: userCount)
    }

    /// Draws a user's index.
    func draw(using random: inout SeededRandom) -> Int {
        guard let zipf else { return Int(random.number(below: UInt64(userCount))) }
        let rank = zipf.draw(using: &random) - 1
        return rank * stride % userCount
    }

    /// A step that visits all users before it comes back: near the golden ratio, and coprime.
    private static func stride(for count: Int) -> Int {
        var stride = max(1, Int(Double(count) * 0.618))
        while greatestCommonDivisor(stride, count) != 1 { stride += 1 }
        return stride
    }

    private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : greatestCommonDivisor(right, left % right)
    }
}

/// Ranks from 1 to a count, of which rank k is drawn in proportion to k to the power of -exponent.
///
/// It is the rejection-inversion of Hörmann and Derflinger (1996): no table, and little more than
/// one try for each rank, whatever their number.
struct ZipfDistribution: Sendable {
    private let count: Double
    private let exponent: Double
    private let integralOfFirst: Double
    private let integralOfLast: Double
    private let threshold: Double

    /// Prepares to draw.
    ///
    /// - Parameters:
    ///   - count: The number of ranks, one at least.
    ///   - exponent: Above 0; 1 is the classical law.
    init(count: Int, exponent: Double) {
        precondition(count > 0 && exponent > 0, "A Zipf law has ranks and falls.")
        self.count = Double(count)
        self.exponent = exponent
        integralOfFirst = ZipfDistribution.integral(1.5, exponent) - 1
        integralOfLast = ZipfDistribution.integral(Double(count) + 0.5, exponent)
        threshold =
            2
            - ZipfDistribution.inverse(
                ZipfDistribution.integral(2.5, exponent) - pow(2, -exponent),
                exponent
            )
    }

    /// Draws a rank; 1 is the most frequent.
    func draw(using random: inout SeededRandom) -> Int {
        while true {
            let area = integralOfLast + random.fraction() * (integralOfFirst - integralOfLast)
            let place = ZipfDistribution.inverse(area, exponent)
            let rank = min(max(place.rounded(), 1), count)
            if rank - place <= threshold
                || area >= ZipfDistribution.integral(rank + 0.5, exponent) - pow(rank, -exponent)
            {
                return Int(rank)
            }
        }
    }

    /// The area below x to the power of -exponent, up to `x`.
    private static func integral(_ x: Double, _ exponent: Double) -> Double {
        let logarithm = log(x)
        return ratio(expm1, (1 - exponent) * logarithm) * logarithm
    }

    /// Where the area is `area`.
    private static func inverse(_ area: Double, _ exponent: Double) -> Double {
        let part = max(area * (1 - exponent), -1)
        return exp(ratio(log1p, part) * area)
    }

    /// `function(x) / x`, also next to 0, where both functions go like x.
    private static func ratio(_ function: (Double) -> Double, _ x: Double) -> Double {
        abs(x) > 1e-8 ? function(x) / x : 1
    }
}
