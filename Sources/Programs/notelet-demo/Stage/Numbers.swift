extension Int {
    /// The number with a comma before each three digits: `12,345`.
    var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }

    /// How many a second that makes: `4,210/s`.
    func rate(in time: Duration) -> String {
        let seconds = Swift.max(time / .seconds(1), 0.000_001)
        return Int((Double(self) / seconds).rounded()).grouped + "/s"
    }
}

extension Duration {
    /// The time with its unit and three digits or so: `850 µs`, `2.4 ms`, `128 ms`, `9.1 s`.
    var brief: String {
        let microseconds = self / .microseconds(1)
        switch microseconds {
        case ..<1_000: return "\(Int(microseconds.rounded())) µs"
        case ..<10_000: return "\(tenths(microseconds / 1_000)) ms"
        case ..<1_000_000: return "\(Int((microseconds / 1_000).rounded())) ms"
        default: return "\(tenths(microseconds / 1_000_000)) s"
        }
    }

    private func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension [Duration] {
    /// The time that the given share of all times does not exceed; zero if there are none.
    func percentile(_ percent: Int) -> Duration {
        guard !isEmpty else { return .zero }
        return sorted()[Swift.min(count - 1, count * percent / 100)]
    }
}

/// Runs `body` and takes its time.
func timed<Value>(_ body: () async throws -> Value) async rethrows -> (Value, Duration) {
    let start = ContinuousClock.now
    let value = try await body()
    return (value, ContinuousClock.now - start)
}
