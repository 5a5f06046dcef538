/// A command that could not do its work, told in one line: what, which, why, what next.
package struct CommandFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the program ends with.
    package let exitCode: ExitCode
    /// The line for the person, without the program's name and with its full stop.
    package let message: String
    /// Which rule of the other side said no, in snake case; nil where none did.
    package let reason: String?
    /// What that rule says beside it, by name.
    package let fields: [String: String]

    /// Describes a failure.
    package init(
        _ exitCode: ExitCode,
        _ message: String,
        reason: String? = nil,
        fields: [String: String] = [:]
    ) {
        self.exitCode = exitCode
        self.message = message
        self.reason = reason
        self.fields = fields
    }

    /// The same failure in other words.
    package func saying(_ message: String) -> CommandFailure {
        CommandFailure(exitCode, message, reason: reason, fields: fields)
    }

    /// The message, safe to print.
    package var description: String { message.terminalSafe }
}

/// A failure as programs are told of it: an object `error` with code, message and fields.
package struct FailureDocument: Sendable {
    private let code: String
    private let message: String
    private let fields: [String: String]

    /// Describes a failure by a code in snake case, a sentence, and what it is about.
    package init(code: String, message: String, fields: [String: String]) {
        self.code = code
        self.message = message
        self.fields = fields
    }

    /// Describes the failure of a command by the rule that said no, or by the name of its exit
    /// code.
    package init(_ failure: CommandFailure) {
        self.init(
            code: failure.reason ?? "\(failure.exitCode)".snakeCase,
            message: failure.message,
            fields: failure.fields
        )
    }

    /// The document in one line.
    package var text: String {
        let fields = fields.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
        let error = JSON.object([
            ("code", .string(code)),
            ("message", .string(message)),
            ("fields", .object(fields)),
        ])
        return JSON.object([("error", error)]).text
    }
}

extension String {
    /// `notAuthenticated` as `not_authenticated`.
    package var snakeCase: String {
        reduce(into: "") { text, letter in
            if letter.isUppercase { text += "_" }
            text += letter.lowercased()
        }
    }
}
