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
        message = Self.text(of: error, invocation, language)
        document = FailureDocument(code: error.plainName, message: message, fields: error.fields)
        isJSON = invocation.isJSON
    }

    /// What is wrong, and what to do where only this program knows what helps.
    private static func text(
        of error: NoteletError,
        _ invocation: Invocation,
        _ language: Language
    ) -> String {
        let field = error.fields["field"] ?? ""
        let said = error.text(in: language.rawValue)
            .replacing(field, with: optionNames[field] ?? field)
        return switch (error.code, language) {
        case (.timedOut, _): silence(invocation, language)
        case (.refused, _) where error.refusal != nil: said
        case (.notOffered, _) where error.refusal != nil:
            [said, place(invocation).appThatWasAsked(language)].compactMap(\.self)
                .joined(separator: " ")
        case (.notAuthenticated, _): strangeness(invocation, language) ?? said
        case (_, .korean): koreanText(of: error)
        case (.unreachable, .english):
            "\(said). Start the server, or name another one with --server or NOTELET_SERVER."
        case (.notOffered, .english):
            "This server does not offer this, for it is older than this program (\(said))."
        case (.unusableCertificate, .english):
            "\(said). Check --ca-file, --client-certificate and --client-key."
        default: said
        }
    }

    /// The options that do not have the name of the field that they set, by that name.
    private static let optionNames = ["profile_image_url": "--image-url"]

    /// A failure of which the service has not said anything; what a server says of its own failures
    /// is in English.
    private static func koreanText(of error: NoteletError) -> String {
        let said = error.ownText(in: Language.korean.rawValue)
        if error.code == .sessionStore, let said {
            return "\(said) --session으로 다른 파일을 지정할 수도 있습니다."
        }
        let text =
            switch error.code {
            case .unreachable:
                "서버에 연결할 수 없습니다. 서버를 시작하거나, --server 또는 NOTELET_SERVER로 다른 서버를 지정하시기 바랍니다."
            case .unusableCertificate:
                "인증서 파일을 사용할 수 없습니다. --ca-file, --client-certificate, --client-key를 확인하시기 바랍니다."
            case .handshakeFailed:
                "서버가 이 주소의 서버임을 증명하지 못했거나 암호화 방식이 맞지 않습니다. 주소와 --ca-file을 확인하시기 바랍니다."
            case .sessionStore: "세션 파일을 사용할 수 없습니다. --session으로 다른 파일을 지정하시기 바랍니다."
            case .notOffered: "이 프로그램보다 오래된 서버여서 이 기능을 제공하지 않습니다."
            case .invalidAddress: "서버 주소가 올바르지 않습니다."
            case .cancelled: "취소되었습니다. 요청이 처리되었을 수도 있습니다."
            case .serverFailure: "서버에서 오류가 발생했습니다. 잠시 후 다시 시도하시기 바랍니다."
            default: "서버가 이 프로그램이 알지 못하는 방식으로 응답했습니다. 주소와 버전을 확인하시기 바랍니다."
            }
        // That somebody ended it needs no reason.
        return error.code == .cancelled ? text : "\(text) (\(said ?? error.message))"
    }

    /// Whose session it is that counts for nothing at this server; nil where there is none.
    private static func strangeness(_ invocation: Invocation, _ language: Language) -> String? {
        place(invocation)
            .strangeness(ofSessionIn: CommandContext.sessionPath(invocation), language)
    }

    private static func place(_ invocation: Invocation) -> ServerPlace {
        ServerPlace(
            invocation,
            rememberedIn: FileSessionStore(path: CommandContext.sessionPath(invocation))
        )
    }

    /// Says which server does not answer, and what may be the matter.
    private static func silence(_ invocation: Invocation, _ language: Language) -> String {
        let place = place(invocation)
        let timeout = invocation.texts(of: GlobalOptions.timeout.parameter).last ?? ""
        switch language {
        case .korean:
            return "\(place.address) 서버가 \(timeout) 안에 응답하지 않았습니다. 요청이 처리되었을 수도 있습니다. 주소가 "
                + "Notelet 서버의 것인지, 암호화된 서버라면 tls://로 시작하는지 확인하거나, --timeout으로 더 오래 기다리시기 바랍니다."
        case .english:
            return "\(place.address) did not answer within \(timeout); what was asked may have "
                + "happened. Check that a Notelet server is there, and that the address of an "
                + "encrypted one begins with tls://, or wait longer with --timeout."
        }
    }

    private init(of failure: CommandFailure, _ invocation: Invocation) {
        exitCode = failure.exitCode
        message = failure.message
        document = FailureDocument(failure)
        isJSON = invocation.isJSON
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
            case .notOffered: .refused
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
            case .wrongCredentials, .resetCodeInvalid, .accountRequired,
                .accountNotActive, .signInToWrite:
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
