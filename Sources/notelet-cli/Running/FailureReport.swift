import CommandLineInterface
import NoteletClient

/// A failure as it is told: one line for a person, or a JSON document for a program.
struct FailureReport {
    private let exitCode: ExitCode
    private let code: String
    private let message: String
    private let fields: [String: String]
    private let isJSON: Bool

    /// Describes a failure; nil for one that this program does not expect.
    init?(_ error: any Error, _ invocation: Invocation) {
        switch error {
        case let error as NoteletError: self.init(of: error, invocation)
        case let failure as CommandFailure: self.init(of: failure, invocation)
        default: return nil
        }
    }

    private init(of error: NoteletError, _ invocation: Invocation) {
        let language =
            invocation[GlobalOptions.language] ?? Language(environment: Terminal.environment)
        exitCode = ExitCode(error)
        code = error.plainName
        message = error.text(in: language.rawValue)
        fields = error.fields
        isJSON = invocation[GlobalOptions.json]
    }

    private init(of failure: CommandFailure, _ invocation: Invocation) {
        exitCode = failure.exitCode
        code = "\(failure.exitCode)".snakeCase
        message = failure.message
        fields = [:]
        isJSON = invocation[GlobalOptions.json]
    }

    /// Writes the document, or lets the program write the line.
    ///
    /// - Throws: `CommandFailure` with the line for a person.
    func deliver() throws -> ExitCode {
        guard isJSON else { throw CommandFailure(exitCode, message) }
        let error = JSON.object([
            ("code", .string(code)),
            ("message", .string(message)),
            (
                "fields",
                .object(fields.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
        ])
        try TextOutput.standardError.writeLine(JSON.object([("error", error)]).text)
        return exitCode
    }
}

extension ExitCode {
    /// What a failure of a call ends the program with.
    init(_ error: NoteletError) {
        self =
            switch error.code {
            case .refused: ExitCode(refusal: error.reason)
            case .notAuthenticated: .authentication
            case .unreachable: .unreachable
            case .timedOut: .timeout
            case .cancelled: .interrupted
            case .sessionStore: .inputOutput
            case .invalidAddress: .usage
            case .unusableCertificate: .configuration
            default: .protocolViolation
            }
    }

    /// What signing in could change is a question of authentication; the rest is a rule.
    private init(refusal reason: RefusalReason?) {
        self =
            switch reason {
            case .wrongCredentials, .accountRequired, .accountNotActive, .signInToWrite:
                .authentication
            case .busy, .rateLimited, .tooManyConnections: .timeout
            default: .refused
            }
    }
}

extension NoteletError {
    /// The name of the refusal's reason, else that of the code, in snake case.
    fileprivate var plainName: String {
        guard let reason else { return code.description.snakeCase }
        return reason.plainName
    }
}

extension String {
    /// `notAuthenticated` as `not_authenticated`.
    fileprivate var snakeCase: String {
        reduce(into: "") { text, letter in
            if letter.isUppercase { text += "_" }
            text += letter.lowercased()
        }
    }
}
