public import Foundation

/// Why something did not happen.
///
/// Look at `code` to decide what to do, at `refusal` for the facts, and show `text(in:)` to people.
public struct NoteletError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public let code: Code
    /// What is wrong, in English.
    public let message: String
    /// What the service said when a rule said no; nil when it was something else.
    public let refusal: Refusal?
    /// What is wrong, in Korean; nil where only the message says it.
    private let korean: String?
    /// What may help, as the status says by which the call failed.
    private let remedyOfStatus: Remedy?
    /// Whether what was asked for may have been done: false where nothing of it has left this side,
    /// and where the service said no.
    package private(set) var mayBeDone: Bool

    /// The kinds of failure; later versions may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case refused, notAuthenticated, unreachable, timedOut, cancelled, protocolViolation
            case notOffered, serverFailure, sessionStore, invalidAddress, handshakeFailed,
                unusableCertificate
        }

        private let value: Value

        /// A rule of the service said no; the refusal says which.
        public static let refused = Code(value: .refused)
        /// Nobody is signed in, or the session has ended: sign in to go on.
        public static let notAuthenticated = Code(value: .notAuthenticated)
        /// The server could not be reached, and kept being so through all attempts.
        public static let unreachable = Code(value: .unreachable)
        /// The answer did not come in time; what was asked may have happened.
        public static let timedOut = Code(value: .timedOut)
        /// The task was cancelled; what was asked may have happened.
        public static let cancelled = Code(value: .cancelled)
        /// The server spoke in a way that this version does not understand.
        public static let protocolViolation = Code(value: .protocolViolation)
        /// The server does not offer this: the operator has switched its feature off, which the
        /// refusal then says, or the server is older than this library.
        public static let notOffered = Code(value: .notOffered)
        /// The server failed by itself.
        public static let serverFailure = Code(value: .serverFailure)
        /// The session could not be read from its store, or not be kept there.
        public static let sessionStore = Code(value: .sessionStore)
        /// The text is no address of a server.
        public static let invalidAddress = Code(value: .invalidAddress)
        /// The server could not prove that it is the one of the address, or the two sides agree on
        /// no way to encrypt; trying again changes nothing.
        public static let handshakeFailed = Code(value: .handshakeFailed)
        /// A file with a certificate or a key is of no use on this side.
        public static let unusableCertificate = Code(value: .unusableCertificate)

        /// The name of the kind.
        public var description: String { value.rawValue }
    }

    /// Creates a failure.
    package init(
        _ code: Code,
        _ message: String,
        refusal: Refusal? = nil,
        korean: String? = nil
    ) {
        self.init(code, message, refusal: refusal, korean: korean, remedy: nil)
    }

    /// Creates the failure that a status stands for.
    init(_ code: Code, _ message: String, refusal: Refusal?, korean: String?, remedy: Remedy?) {
        remedyOfStatus = remedy
        self.code = code
        self.message = message
        self.refusal = refusal
        self.korean = korean
        mayBeDone = refusal == nil
    }

    /// The same failure of a call of which more is known: whether it may have been done.
    func knowing(mayBeDone: Bool) -> NoteletError {
        var error = self
        error.mayBeDone = mayBeDone
        return error
    }

    /// Which rule said no; nil when it was none.
    public var reason: RefusalReason? { refusal?.reason }

    /// The facts of the refusal by name, such as `remaining_days`; empty when there are none.
    public var fields: [String: String] { refusal?.fields ?? [:] }

    /// The sentence to show.
    ///
    /// - Parameter language: `ko`, `en` or `ja`; another language gets English.
    /// - Returns: The service's sentence; where it sent none, what this library says, which is
    ///   `message` where it has no words of its own in that language.
    public func text(in language: String) -> String {
        refusal?.texts[language] ?? refusal?.texts["en"] ?? ownText(in: language) ?? message
    }

    /// What this library says in a language; nil where it has no words of its own in that.
    package func ownText(in language: String) -> String? {
        language == "ko" ? korean : nil
    }
}

extension NoteletError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code): \(message)" }
}

extension NoteletError {
    /// What to do so that the same call may do better; nil where nothing would help.
    var remedy: Remedy? {
        code == .unreachable || code == .timedOut ? .tryAgain : remedyOfStatus
    }

    /// Whether the same call may do better in a moment.
    var isTransient: Bool { remedy != nil }

    /// What is said when the task of a call is cancelled.
    static let cancelledByCaller = NoteletError(.cancelled, "the task was cancelled")

    /// What is said when a response lacks what the contract promises.
    package static func incomplete(_ method: MethodSummary) -> NoteletError {
        NoteletError(.protocolViolation, "the response of \(method) lacks its content")
    }
}

extension NoteletError: LocalizedError {
    /// The sentence to show, in the language that the person prefers.
    public var errorDescription: String? {
        text(in: Locale.preferredLanguages.first.map { String($0.prefix(2)) } ?? "en")
    }

    /// What went wrong beneath, in English; nil where the sentence says it all.
    public var failureReason: String? {
        refusal == nil ? nil : message
    }
}
