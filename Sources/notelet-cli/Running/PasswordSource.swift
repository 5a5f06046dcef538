import CommandLineInterface
import Glibc

/// Where passwords come from: standard input, the environment, or a question on the terminal.
enum PasswordSource {
    /// Reads a line of standard input instead of asking.
    static let standardInput = Option<Bool>.flag(
        "password-stdin",
        help: "Read the password from the first line of standard input."
    )

    /// Reads the password of a command that declares `standardInput`.
    static func password(_ context: CommandContext) throws -> String {
        try secret(
            context,
            environmentName: "NOTELET_PASSWORD",
            question: context.phrase("비밀번호: ", "Password: ")
        )
    }

    /// Reads a password that is to be set, from the variable of this name or as others; on a
    /// terminal it is typed twice.
    static func newPassword(_ context: CommandContext, environmentName: String) throws -> String {
        let password = try secret(
            context,
            environmentName: environmentName,
            question: context.phrase("새 비밀번호: ", "New password: ")
        )
        guard isAsked(context, environmentName: environmentName) else { return password }
        let question = context.phrase("새 비밀번호 확인: ", "New password again: ")
        guard try ask(question) == password else {
            throw CommandFailure(
                .usage,
                context.phrase("두 비밀번호가 다릅니다.", "The two passwords differ.")
            )
        }
        return password
    }

    private static func isAsked(_ context: CommandContext, environmentName: String) -> Bool {
        !context[standardInput] && context.environment[environmentName] == nil
    }

    private static func secret(
        _ context: CommandContext,
        environmentName: String,
        question: String
    ) throws -> String {
        if context[standardInput] { return try ask(question) }
        if let password = context.environment[environmentName] { return password }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .usage,
                "A password is needed and there is no terminal to ask on: give --password-stdin, "
                    + "or set \(environmentName)."
            )
        }
        return try ask(question)
    }

    private static func ask(_ question: String) throws -> String {
        do throws(SecretPrompt.Failure) {
            return try SecretPrompt().read(question)
        } catch {
            switch error {
            case .interrupted: throw ExitCode.interrupted
            case .ended: throw CommandFailure(.usage, "The input ended before the password.")
            case .tooLong: throw CommandFailure(.usage, "The password is longer than 4,096 bytes.")
            case .notText: throw CommandFailure(.badData, "The password is not UTF-8.")
            case .system(let number):
                throw CommandFailure(
                    .inputOutput,
                    "The password cannot be read: \(String(cString: strerror(number)))."
                )
            }
        }
    }
}
