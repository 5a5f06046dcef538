import CommandLineInterface
import Foundation

/// One line that says how a run is going: it changes on a terminal, and comes now and then
/// elsewhere.
struct LiveLine {
    private let appearance: ProgressLine.Appearance
    private let output: TextOutput
    private let label: String
    private var lastShown: (phase: LoadRun.Phase, time: ContinuousClock.Instant)?

    /// After the first one of a phase, which says that it has begun: often enough for a log to show
    /// that the run lives.
    private static let lineInterval = Duration.seconds(10)

    /// Shows a run.
    ///
    /// - Parameters:
    ///   - appearance: How it shows.
    ///   - label: What stands in front.
    ///   - output: Where it shows.
    init(
        _ appearance: ProgressLine.Appearance,
        label: String = "",
        output: TextOutput = .standardError
    ) {
        self.appearance = appearance
        self.label = label
        self.output = output
    }

    /// Shows how far a run is, if it is time to.
    mutating func show(_ progress: LoadRun.Progress, at now: ContinuousClock.Instant = .now) {
        switch appearance {
        case .hidden:
            return
        case .bar(let width):
            let text = LiveLine.text(progress, label).truncated(toCellWidth: width - 1)
            write("\r\(text)\u{1B}[K")
        case .lines:
            if let lastShown, lastShown.phase == progress.phase,
                lastShown.time.duration(to: now) < LiveLine.lineInterval
            {
                return
            }
            lastShown = (progress.phase, now)
            write(LiveLine.text(progress, label) + "\n")
        }
    }

    /// Takes the line away.
    func clear() {
        if case .bar = appearance { write("\r\u{1B}[K") }
    }

    private static func text(_ progress: LoadRun.Progress, _ label: String) -> String {
        let phase = progress.phase == .warmUp ? "warm-up" : "measuring"
        let seconds = String(format: "%.1f s", progress.elapsed / .seconds(1))
        var text = "\(label)\(phase) \(seconds): \(ReportText.rate(progress.rate))/s"
        text += ", \(progress.answerCount) answers, \(progress.failureCount) errors"
        if progress.backlogCount > 0 { text += ", \(progress.backlogCount) calls wait" }
        return text
    }

    private func write(_ text: String) {
        // A measurement does not fail because nobody watches it.
        try? output.write(text)
        try? output.flush()
    }
}
