/// The failure of one call; it travels to the caller as a status.
///
/// Handlers throw it to refuse, and calls throw it when they were refused. What concerns a whole
/// server or client rather than one call is a `RuntimeError`.
public struct RPCError: Error, Hashable, Sendable {
    /// What travels.
    public let status: Status

    /// What kind of failure it is; never `ok`.
    public typealias Code = StatusCode

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is; `ok` becomes `unknown`, since a failure is none.
    ///   - message: What is wrong, and what would be right.
    ///   - details: Typed messages for programs.
    public init(_ code: Code, _ message: String, details: [StatusDetail] = []) {
        self.init(Status(code, message, details: details))
    }

    /// Creates the failure that a status stands for.
    ///
    /// - Parameter status: What travelled; the code `ok` becomes `unknown`.
    public init(_ status: Status) {
        var status = status
        if status.code == .ok { status.code = .unknown }
        self.status = status
    }

    /// What kind of failure it is.
    public var code: Code { status.code }
    /// What is wrong, and what would be right.
    public var message: String { status.message }
    /// Typed messages for programs.
    public var details: [StatusDetail] { status.details }
}

extension RPCError: CustomStringConvertible {
    /// The code's name and the message.
    public var description: String { status.description }
}

/// An error that knows the status by which a caller should learn of it.
///
/// A handler may throw such an error; others become UNKNOWN without a word of their text, which may
/// not be meant for callers.
public protocol RPCErrorConvertible: Error {
    /// What the caller is told.
    var rpcError: RPCError { get }
}

extension RPCError: RPCErrorConvertible {
    /// The error itself.
    public var rpcError: RPCError { self }
}

extension RPCError {
    /// The failure that a caller learns of when a handler throws `error`.
    init(thrown error: any Error) {
        switch error {
        case let error as any RPCErrorConvertible:
            self = error.rpcError
        case is CancellationError:
            self = RPCError(.cancelled, "the call was cancelled")
        default:
            self = RPCError(.unknown, "the handler failed")
        }
    }
}
