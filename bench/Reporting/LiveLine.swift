import CommandLineInterface
import Foundation

/// One line on a terminal that says how a run is going; nothing where nobody looks.
struct LiveLine {
    private let output: TextOutput
    private let isShown: Bool

    /// Writes to a terminal, if it is one.
    init(_ output: TextOutput = .standardError) {
        self.output = output
        isShown = output.isTerminal
    }

    /// Shows how far a run is.
    func show(_ progress: LoadRun.Progress) {
        let phase = progress.phase == .warmUp ? "warm-up" : "measuring"
        let seconds = String(format: "%.1f s", progress.elapsed / .seconds(1))
        write(
            "\r\(phase) \(seconds): \(ReportText.rate(progress.rate))/s, "
                + "\(progress.answerCount) calls, \(progress.failureCount) errors\u{1B}[K"
        )
    }

    /// Takes the line away.
    func clear() {
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        guard isShown else { return }
        // A measurement does not fail because nobody watches it.
        try? output.write(text)
    }
}
