import Foundation

/// Where values lie along an axis, and which of them are marked.
struct AxisScale: Sendable {
    /// What the ends of the axis stand for.
    let range: ClosedRange<Double>
    /// The marked values, rising.
    let ticks: [Double]
    /// Values between these, with a thinner line and no label.
    let minorTicks: [Double]
    private let law: Law

    private enum Law {
        case linear
        case logarithmic
    }

    /// An axis from 0 to beyond the largest value, marked at round steps.
    static func linear(upTo maximum: Double) -> AxisScale {
        let step = roundStep(max(maximum, 1) / 6)
        let count = Int((max(maximum, 1) / step).rounded(.up))
        return AxisScale(
            range: 0...Double(count) * step,
            ticks: (0...count).map { Double($0) * step },
            minorTicks: [],
            law: .linear
        )
    }

    /// An axis over whole powers of ten around all values, marked at these.
    static func logarithmic(around values: [Double]) -> AxisScale {
        let positive = values.filter { $0 > 0 }
        let lowest = floor(log10(positive.min() ?? 1))
        let highest = max(ceil(log10(positive.max() ?? 10)), lowest + 1)
        let exponents = Array(stride(from: lowest, through: highest, by: 1))
        return AxisScale(
            range: pow(10, lowest)...pow(10, highest),
            ticks: exponents.map { pow(10, $0) },
            minorTicks: exponents.dropLast().flatMap { exponent in
                (2...9).map { Double($0) * pow(10, exponent) }
            },
            law: .logarithmic
        )
    }

    /// How far along the axis a value lies, from 0 to 1.
    func fraction(of value: Double) -> Double {
        switch law {
        case .linear:
            (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        case .logarithmic:
            log10(value / range.lowerBound) / log10(range.upperBound / range.lowerBound)
        }
    }

    /// The next of 1, 2, 2.5, 5 and 10 times a power of ten.
    private static func roundStep(_ least: Double) -> Double {
        let power = pow(10, floor(log10(least)))
        let factor = [1, 2, 2.5, 5].first { $0 * power >= least * (1 - 1e-9) } ?? 10
        return factor * power
    }
}
