import CommandLineInterface
import Locking

/// A bar that shows how many people have signed up, on a terminal only.
final class SignUpProgress: Sendable {
    private let state: Mutex<State>
    private let isShown: Bool

    private struct State {
        var line: ProgressLine
        var count = 0
    }

    /// Begins at nobody.
    init(countTotal: Int) {
        let output = TextOutput.standardError
        let appearance = ProgressLine.appearance(on: output, environment: Terminal.environment)
        isShown = output.isTerminal && appearance != .lines
        let line = ProgressLine(
            "    signing up",
            countTotal: countTotal,
            appearance: isShown ? appearance : .hidden,
            output: output
        )
        state = Mutex(State(line: line))
    }

    /// Counts one more.
    func advance() {
        state.withLock { state in
            state.count += 1
            state.line.update(count: state.count)
        }
    }

    /// Takes the bar away again.
    func clear() {
        guard isShown else { return }
        // Nobody misses a bar that cannot be wiped.
        try? TextOutput.standardError.write("\r\u{1B}[K")
    }
}
