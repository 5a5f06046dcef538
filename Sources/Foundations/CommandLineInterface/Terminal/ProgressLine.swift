/// How far a long job is: a bar that moves on a terminal, now and then a plain line elsewhere.
///
/// The caller says the time, so that a job of a million steps can ask the clock as seldom as it
/// likes.
package struct ProgressLine: Sendable {
    private let label: String
    private let countTotal: Int?
    private let appearance: Appearance
    private let output: TextOutput
    private let start: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant?

    /// How progress shows.
    package enum Appearance: Sendable, Equatable {
        /// One line that is written over, of this many cells.
        case bar(width: Int)
        /// A line every ten seconds.
        case lines
        /// Not at all, as `--quiet` and `--no-progress` ask.
        case hidden
    }

    /// A bar that moves more often than this only burns time.
    static let barInterval = Duration.milliseconds(100)
    /// Often enough for a log to show that the job lives.
    static let lineInterval = Duration.seconds(10)

    /// Begins a job of `countTotal` steps, or of an unknown number.
    package init(
        _ label: String,
        countTotal: Int?,
        appearance: Appearance,
        output: TextOutput = .standardError,
        start: ContinuousClock.Instant = .now
    ) {
        self.label = label
        self.countTotal = countTotal
        self.appearance = appearance
        self.output = output
        self.start = start
    }

    /// Chooses a bar on a terminal that can move its cursor, and lines elsewhere.
    package static func appearance(
        on output: TextOutput,
        environment: [String: String]
    ) -> Appearance {
        guard output.isTerminal, environment["TERM"] != "dumb" else { return .lines }
        return .bar(width: Terminal.width(of: output.descriptor, environment: environment))
    }

    /// Tells how many steps are done; shows it if it is time to.
    package mutating func update(count: Int, at now: ContinuousClock.Instant = .now) {
        switch appearance {
        case .hidden: return
        case .bar(let width):
            guard isDue(now, every: Self.barInterval, first: true) else { return }
            show("\r" + bar(count: count, at: now, width: width) + "\u{1B}[K")
        case .lines:
            guard isDue(now, every: Self.lineInterval, first: false) else { return }
            show(summary(count: count, at: now) + "\n")
        }
    }

    /// Ends the job with a last line that says how far it came, also when it was broken off.
    package mutating func finish(count: Int, at now: ContinuousClock.Instant = .now) {
        switch appearance {
        case .hidden: return
        case .bar(let width): show("\r" + bar(count: count, at: now, width: width) + "\u{1B}[K\n")
        case .lines: show(summary(count: count, at: now) + "\n")
        }
    }

    private mutating func isDue(
        _ now: ContinuousClock.Instant,
        every interval: Duration,
        first isFirstDue: Bool
    ) -> Bool {
        if lastShown == nil, isFirstDue {
            lastShown = now
            return true
        }
        guard (lastShown ?? start).duration(to: now) >= interval else { return false }
        lastShown = now
        return true
    }

    private func show(_ text: String) {
        // A job does not fail because nobody watches it.
        try? output.write(text)
        try? output.flush()
    }

    private func bar(count: Int, at now: ContinuousClock.Instant, width: Int) -> String {
        let text = summary(count: count, at: now)
        // One cell stays free: some terminals break the line when the last one is written.
        let room = width - 1 - text.cellWidth - 3
        guard let countTotal, countTotal > 0, room >= 10 else {
            return text.truncated(toCellWidth: width - 1)
        }
        let filled = Int(Double(room) * fraction(count: count, of: countTotal))
        let done = String(repeating: "█", count: filled)
        let rest = String(repeating: "░", count: room - filled)
        return "\(text)  \(done)\(rest)"
    }

    private func summary(count: Int, at now: ContinuousClock.Instant) -> String {
        let seconds = max(start.duration(to: now) / .seconds(1), 0.001)
        let rate = Double(max(count, 0)) / seconds
        var parts: [String] = []
        if let countTotal, countTotal > 0 {
            let percent = Int(100 * fraction(count: count, of: countTotal))
            parts.append("\(percent) %")
            parts.append("\(count) of \(countTotal)")
            parts.append("\(Int(rate.rounded()))/s")
            let left = Double(max(0, countTotal - count)) / rate
            if left.isFinite, left > 0 { parts.append("\(brief(seconds: left)) left") }
        } else {
            parts.append("\(count)")
            parts.append("\(Int(rate.rounded()))/s")
        }
        return label + ": " + parts.joined(separator: ", ")
    }

    private func fraction(count: Int, of total: Int) -> Double {
        min(max(Double(count) / Double(total), 0), 1)
    }
}

/// Writes a length of time with its two largest units at most: `48 s`, `3 min 5 s`, `2 h 10 min`.
private func brief(seconds: Double) -> String {
    // More than a year is no estimate any more, and the bound keeps the conversion in range.
    let whole = Int(min(seconds.rounded(.up), 31_536_000))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
}
