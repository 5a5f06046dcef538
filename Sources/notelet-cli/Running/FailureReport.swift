import CommandLineInterface
import NoteletClient

/// A failure as it is told: one line for a person, or a JSON document for a program.
struct FailureReport {
    private let exitCode: ExitCode
    private let message: String
    private let document: FailureDocument
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
        message = error.text(in: language.rawValue) + Self.advice(on: error, language)
        document = FailureDocument(code: error.plainName, message: message, fields: error.fields)
        isJSON = invocation[GlobalOptions.json]
    }

    /// What to do about a failure of which only this program knows what helps.
    private static func advice(on error: NoteletError, _ language: Language) -> String {
        switch (error.code, language) {
        case (.unreachable, .korean):
            ". 서버를 시작하거나, --server 또는 NOTELET_SERVER로 다른 서버를 지정하시기 바랍니다."
        case (.unreachable, .english):
            ". Start the server, or name another one with --server or NOTELET_SERVER."
        case (.unusableCertificate, .korean):
            ". --ca-file, --client-certificate, --client-key를 확인하시기 바랍니다."
        case (.unusableCertificate, .english):
            ". Check --ca-file, --client-certificate and --client-key."
        default: ""
        }
    }

    private init(of failure: CommandFailure, _ invocation: Invocation) {
        exitCode = failure.exitCode
        message = failure.message
        document = FailureDocument(failure)
        isJSON = invocation[GlobalOptions.json]
    }

    /// Writes the document, or lets the program write the line.
    ///
    /// - Throws: `CommandFailure` with the line for a person.
    func deliver() throws -> ExitCode {
        guard isJSON else { throw CommandFailure(exitCode, message) }
        try TextOutput.standardError.writeLine(document.text)
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
