/// What there is to say about a call that has ended.
///
/// It says nothing of the caller: neither an address nor what else came over the same connection.
public struct CallRecord: Sendable {
    /// How the call ended.
    public let code: StatusCode
    /// The time from the turn of the event loop that read the request to the end of the turn in
    /// which the call ended, in nanoseconds.
    public let durationNanoseconds: UInt64

    private let called: Called
    private let source: Source

    /// What was called, by the names that its door has for it.
    private enum Called {
        case route(RouteName?)
        case method(MethodDescriptor?, isStream: Bool)
    }

    /// What tells a call from all others of its process.
    struct Source: Sendable {
        let connection: ObjectIdentifier
        let stream: StreamID
        let startNanoseconds: UInt64
        var tag: UInt64 = 0
    }

    /// Describes a call of this route, or of none, that ended at this time.
    init(_ source: Source, _ route: RouteName?, _ code: StatusCode, endNanoseconds: UInt64) {
        self.init(source, .route(route), code, endNanoseconds)
    }

    /// Describes a call that came otherwise than by the protocol of this module.
    ///
    /// - Parameters:
    ///   - method: What was called; nil where there is none of that name.
    ///   - isStream: Whether it was one of streams.
    ///   - code: How it ended.
    ///   - connection: What tells its connection from others.
    ///   - startNanoseconds: When it came, by the monotonic clock.
    ///   - endNanoseconds: When it ended.
    package init(
        of method: MethodDescriptor?,
        isStream: Bool,
        _ code: StatusCode,
        on connection: ObjectIdentifier,
        startNanoseconds: UInt64,
        endNanoseconds: UInt64
    ) {
        let source = Source(
            connection: connection,
            stream: .first,
            startNanoseconds: startNanoseconds
        )
        self.init(source, .method(method, isStream: isStream), code, endNanoseconds)
    }

    private init(_ source: Source, _ called: Called, _ code: StatusCode, _ endNanoseconds: UInt64) {
        self.source = source
        self.called = called
        self.code = code
        let start = source.startNanoseconds
        durationNanoseconds = endNanoseconds > start ? endNanoseconds - start : 0
    }

    /// The method, or nil if there is none of that name.
    public var method: MethodDescriptor? {
        switch called {
        case .route(let route): route?.method
        case .method(let method, _): method
        }
    }

    /// What the handler has noted; 0 where that was nothing.
    public var tag: UInt64 { source.tag }

    /// Whether the call was one of streams, which last as long as their callers like.
    public var isStream: Bool {
        switch called {
        case .route(let route): route?.isStream ?? false
        case .method(_, let isStream): isStream
        }
    }

    /// A number that tells the call from all others of its process, to find it in a log.
    ///
    /// It is a hash under a secret of the process: the numbers of two calls do not tell whether
    /// they came over one connection, nor which came first.
    public var number: UInt64 {
        var hasher = Hasher()
        hasher.combine(source.connection)
        hasher.combine(source.stream)
        hasher.combine(source.startNanoseconds)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
