/// Why something that an application asked for did not happen.
public struct AppError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public let kind: Kind
    /// What the service said when one of its rules said no; nil where it was something else.
    public let refusal: Refusal?

    /// The kinds of failure, each with what is done about it.
    public enum Kind: Hashable, Sendable {
        /// The service was not reached, or failed.
        case network(NetworkError)
        /// What was asked for cannot be done with what is there.
        case data(DataError)
        /// Nobody is signed in.
        case auth(AuthError)
        /// Anything else, in words for developers.
        case unknown(String)
    }

    /// Why the service did not do what was asked.
    public enum NetworkError: Hashable, Sendable {
        /// There is no way to it.
        case noConnection
        /// It did not answer in time; what was asked may have happened.
        case timeout
        /// It failed, with a code of its protocol.
        case server(code: Int)
        /// It spoke in a way that is not understood.
        case unknown
    }

    /// What is wrong with what was asked for.
    public enum DataError: Hashable, Sendable {
        /// There is no such thing.
        case notFound(String = "Data not found")
        /// A value is missing, malformed or out of bounds.
        case validation(String)
        /// It is there already, or not in a state that allows it.
        case conflict(String)
    }

    /// Why nobody is signed in.
    public enum AuthError: Hashable, Sendable {
        /// Nobody was.
        case unauthorized
        /// The session is over.
        case sessionExpired
    }

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: What kind it is.
    ///   - refusal: What the service said.
    public init(_ kind: Kind, refusal: Refusal? = nil) {
        self.kind = kind
        self.refusal = refusal
    }

    /// A failure of the way to the service, or of the service.
    ///
    /// - Parameter error: Which one.
    /// - Returns: The failure.
    public static func network(_ error: NetworkError) -> AppError { AppError(.network(error)) }

    /// A failure of what was asked for.
    ///
    /// - Parameter error: Which one.
    /// - Returns: The failure.
    public static func data(_ error: DataError) -> AppError { AppError(.data(error)) }

    /// A failure since nobody is signed in.
    ///
    /// - Parameter error: Which one.
    /// - Returns: The failure.
    public static func auth(_ error: AuthError) -> AppError { AppError(.auth(error)) }

    /// Any other failure.
    ///
    /// - Parameter message: What happened, for developers.
    /// - Returns: The failure.
    public static func unknown(_ message: String) -> AppError { AppError(.unknown(message)) }

    /// Takes what a repository threw; nil of a `CancellationError`, which is no failure.
    ///
    /// Repositories sort the errors of their transport themselves; what is none of these is
    /// unknown.
    ///
    /// - Parameter error: What was thrown.
    public init?(_ error: any Error) {
        if error is CancellationError { return nil }
        self = error as? AppError ?? .unknown(String(describing: error))
    }
}
