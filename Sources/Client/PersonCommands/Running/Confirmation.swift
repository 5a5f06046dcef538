import CommandLineInterface
import Glibc

extension CommandContext {
    /// Has the person type a word on a terminal, so that nothing is lost by chance.
    ///
    /// - Parameters:
    ///   - word: What is to be typed.
    ///   - warning: What will happen, as a sentence.
    ///   - refusal: What is said when something else was typed.
    /// - Throws: `CommandFailure` if it was not typed, or there is no terminal.
    package func requireConfirmation(_ word: String, warning: String, refusal: String) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            let advice = phrase(
                "물어볼 사람이 없는 곳에서는 --yes를 사용하시기 바랍니다.",
                "Give --yes where nobody can be asked."
            )
            throw CommandFailure(.usage, "\(warning) \(advice)")
        }
        let question = phrase(
            "계속하려면 '\(word.terminalSafe)'을(를) 입력하시기 바랍니다: ",
            "Type '\(word.terminalSafe)' to go on: "
        )
        try TextOutput.standardError.write("\(warning) \(question)")
        guard readLine() == word else { throw CommandFailure(.refused, refusal) }
    }
}
