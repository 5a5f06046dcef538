/// The methods that a server knows.
///
/// A router is filled before a server is given it, and fixed from then on. There are three levels:
/// typed closures over `Codable` messages (`unary`, `serverStream`, `clientStream`,
/// `bidirectional`), and two that work on bytes on the event loop (`registerUnary`,
/// `registerStream`).
public struct Router: Sendable {
    private(set) var routes: [MethodDescriptor: Route] = [:]

    /// Creates a router without methods.
    public init() {}

    /// The methods in the order in which they were registered.
    var inOrder: [MethodDescriptor] {
        routes.values.sorted { $0.number < $1.number }.map(\.method)
    }

    /// The methods, in no order.
    public var methods: [MethodDescriptor] { Array(routes.keys) }

    /// Registers a method that answers one request by one response, on the level of bytes.
    ///
    /// - Parameters:
    ///   - method: The method; registering one twice is a programmer's error.
    ///   - handler: What answers, on the event loop, without ever blocking it.
    public mutating func registerUnary(
        _ method: MethodDescriptor,
        handler: @escaping UnaryHandler
    ) {
        insert(method, .unary(handler))
    }

    /// Registers a method with streams of messages, on the level of bytes.
    ///
    /// - Parameters:
    ///   - method: The method; registering one twice is a programmer's error.
    ///   - shape: Which sides send many messages.
    ///   - makeHandler: Makes what handles one call, on the event loop, without ever blocking it.
    public mutating func registerStream(
        _ method: MethodDescriptor,
        _ shape: StreamShape,
        makeHandler: @escaping StreamHandlerFactory
    ) {
        insert(method, .stream(shape, makeHandler))
    }

    private mutating func insert(_ method: MethodDescriptor, _ handler: Route.Handler) {
        precondition(routes[method] == nil, "\(method) is registered twice.")
        routes[method] = Route(method, handler, number: routes.count)
    }
}
