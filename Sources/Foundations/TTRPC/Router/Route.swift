/// One registered method and what handles it.
final class Route: Sendable {
    /// What is said of its calls.
    let name: RouteName
    let handler: Handler
    /// Which one it is of its router, in the order of registration from 0.
    let number: Int

    /// The two kinds of handlers.
    enum Handler: Sendable {
        case unary(UnaryHandler)
        case stream(StreamShape, StreamHandlerFactory)
    }

    init(_ method: MethodDescriptor, _ handler: Handler, number: Int) {
        name = RouteName(method, isStream: handler.isStream)
        self.handler = handler
        self.number = number
    }

    /// Another object that says the same.
    init(_ other: Route) {
        name = other.name
        handler = other.handler
        number = other.number
    }

    var method: MethodDescriptor { name.method }

    /// Whether its calls are streams, which last as long as their callers like.
    var isStream: Bool { name.isStream }
}

extension Route.Handler {
    fileprivate var isStream: Bool {
        switch self {
        case .unary: false
        case .stream: true
        }
    }
}

/// What is said of the calls of a route once they have ended: it does not keep what handled them.
final class RouteName: Sendable {
    let method: MethodDescriptor
    let isStream: Bool

    init(_ method: MethodDescriptor, isStream: Bool) {
        self.method = method
        self.isStream = isStream
    }
}

/// Answers a unary call, on the event loop of its connection.
///
/// The call and the payload are lent for the time of the call. The reply is answered now, or
/// `deferred()` and answered later from any thread. Nothing here may block.
public typealias UnaryHandler =
    @Sendable (_ call: borrowing IncomingCall, _ payload: RawSpan, _ reply: consuming UnaryReply)
    -> Void

/// Makes the handler of one stream, on the event loop of its connection.
///
/// The stream may be written to at once. A throw refuses the call.
public typealias StreamHandlerFactory =
    @Sendable (_ call: borrowing IncomingCall, _ stream: ServerStream) throws(RPCError)
    -> any ServerStreamHandler

/// Which sides of a call that is not unary send more than one message.
public enum StreamShape: Hashable, Sendable {
    /// Many requests, one response.
    case clientStream
    /// One request, many responses.
    case serverStream
    /// Many requests and many responses, in any order.
    case bidirectional
}
