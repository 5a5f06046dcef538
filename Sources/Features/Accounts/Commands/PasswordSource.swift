package import CommandLineInterface
import Glibc
import NoteletClient
package import PersonCommands

/// Where passwords come from: standard input, the environment, or a question on the terminal.
package enum PasswordSource {
    /// Reads a line of standard input instead of asking.
    package static let standardInput = Option<Bool>.flag(
        "password-stdin",
        help: Wording(
            "표준 입력의 첫 줄에서 비밀번호를 읽습니다.",
            "Read the password from the first line of standard input."
        )
    )

    /// Reads the password of a command that declares `standardInput`.
    package static func password(_ context: CommandContext) throws -> String {
        try secret(
            context,
            environmentName: "NOTELET_PASSWORD",
            question: context.phrase("비밀번호: ", "Password: ")
        )
    }

    /// Reads a password that is to be set, from the variable of this name or as others; on a
    /// terminal it is typed twice.
    static func newPassword(_ context: CommandContext, environmentName: String) throws -> String {
        if isAsked(context, environmentName: environmentName) { try tellRule(context) }
        let password = try secret(
            context,
            environmentName: environmentName,
            question: context.phrase("새 비밀번호: ", "New password: ")
        )
        guard isAsked(context, environmentName: environmentName) else { return password }
        let question = context.phrase("새 비밀번호 확인: ", "New password again: ")
        guard try ask(question, context) == password else {
            throw CommandFailure(
                .usage,
                context.phrase("두 비밀번호가 다릅니다.", "The two passwords differ.")
            )
        }
        return password
    }

    /// Whether the password of a command that declares `standardInput` is asked for at a terminal.
    static func isAsked(_ context: CommandContext) -> Bool {
        isAsked(context, environmentName: "NOTELET_PASSWORD") && isatty(STDIN_FILENO) == 1
    }

    /// Says what a password has to be before one is thought up.
    private static func tellRule(_ context: CommandContext) throws {
        guard isatty(STDIN_FILENO) == 1 else { return }
        try TextOutput.standardError.writeLine(
            context.phrase(
                "비밀번호는 서로 다른 문자 5개 이상을 넣어 15자 이상으로 정하시기 바랍니다. 사용자 이름과 이메일 이름은 쓸 수 없습니다.",
                "A password has 15 characters or more, at least 5 of them different, and holds "
                    + "neither the username nor the name of the e-mail address."
            )
        )
    }

    /// Reads the code that an operator handed over for a new password.
    static func resetCode(_ context: CommandContext) throws -> String {
        try secret(
            context,
            environmentName: "NOTELET_RESET_CODE",
            question: context.phrase("코드: ", "Code: ")
        )
    }

    private static func isAsked(_ context: CommandContext, environmentName: String) -> Bool {
        !context[standardInput] && context.environment[environmentName] == nil
    }

    private static func secret(
        _ context: CommandContext,
        environmentName: String,
        question: String
    ) throws -> String {
        if context[standardInput] { return try ask(question, context) }
        if let password = try environmentValue(environmentName, context) { return password }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .usage,
                context.phrase(
                    "비밀번호를 물어볼 터미널이 없습니다. --password-stdin이나 \(environmentName)을(를) 사용하시기 바랍니다.",
                    "A password is needed and there is no terminal to ask on: give "
                        + "--password-stdin, or set \(environmentName)."
                )
            )
        }
        return try ask(question, context)
    }

    /// The value of a variable; one that is no text is refused rather than put right.
    private static func environmentValue(
        _ name: String,
        _ context: CommandContext
    ) throws -> String? {
        guard let bytes = getenv(name) else { return nil }
        if let text = String(validatingCString: bytes) { return text }
        throw CommandFailure(
            .badData,
            context.phrase("\(name)이(가) UTF-8이 아닙니다.", "\(name) is not UTF-8.")
        )
    }

    private static func ask(_ question: String, _ context: CommandContext) throws -> String {
        do throws(SecretPrompt.Failure) {
            return try SecretPrompt().read(question)
        } catch {
            switch error {
            case .interrupted: throw ExitCode.interrupted
            case .ended:
                throw CommandFailure(
                    .usage,
                    context.phrase(
                        "비밀번호를 읽기 전에 입력이 끝났습니다.",
                        "The input ended before the password."
                    )
                )
            case .tooLong:
                throw CommandFailure(
                    .usage,
                    context.phrase(
                        "비밀번호가 4,096바이트보다 깁니다.",
                        "The password is longer than 4,096 bytes."
                    )
                )
            case .notText:
                throw CommandFailure(
                    .badData,
                    context.phrase("비밀번호가 UTF-8이 아닙니다.", "The password is not UTF-8.")
                )
            case .system(let number):
                let reason = context.language.reason(ofSystemError: number)
                throw CommandFailure(
                    .inputOutput,
                    context.phrase(
                        "비밀번호를 읽을 수 없습니다: \(reason).",
                        "The password cannot be read: \(reason)."
                    )
                )
            }
        }
    }
}

extension CommandContext {
    /// Finds out whether a password is that of the account, and leaves everything as it is: by a
    /// session of its own, which ends again.
    ///
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
    func check(password: String) async throws {
        guard case .user(let user)? = try await notelet.currentUser() else { return }
        let visitor = try connect(keeping: MemorySessionStore())
        do {
            try await visitor.logIn(email: user.email, password: password)
            try await visitor.logOut()
        } catch {
            await visitor.close()
            throw error
        }
        await visitor.close()
    }
}
