/// Finds a route by the bytes of a request's names: one probe, and no string.
///
/// A table is fixed; each event loop has one to itself, as what several take hold of with each call
/// costs each of them time. Callers choose what is looked up but not what is in
/// the table, so that its hash needs no secret: a chain is as long as the registered names make it.
final class RouteTable: Sendable {
    /// The routes by their numbers.
    let inOrder: [Route]

    private let slots: [Route?]
    private let mask: Int
    private let services: Set<String>

    /// Builds a table of all routes of a router, with objects that no other table has.
    convenience init(_ router: Router) {
        self.init(router.routes.values.map { Route($0) })
    }

    /// Builds a table of routes.
    init(_ routes: [Route]) {
        // At most half full, so that chains stay short.
        var capacity = 8
        while capacity < routes.count * 2 { capacity *= 2 }
        mask = capacity - 1
        var slots = [Route?](repeating: nil, count: capacity)
        for route in routes {
            var index = Self.hash(of: route.method) & mask
            while slots[index] != nil { index = (index + 1) & mask }
            slots[index] = route
        }
        self.slots = slots
        services = Set(routes.map(\.method.service))
        inOrder = routes.sorted { $0.number < $1.number }
    }

    /// The route of a service and a method.
    ///
    /// - Throws: The status that says which of them is not there.
    func lookUp(_ service: RawSpan, _ method: RawSpan) throws(RPCError) -> Route {
        var index = Self.hash(service, method) & mask
        while let route = slots[index] {
            if route.method.matches(service, method) { return route }
            index = (index + 1) & mask
        }
        throw unknown(service, method)
    }

    /// The status in the words of Go servers.
    private func unknown(_ service: RawSpan, _ method: RawSpan) -> RPCError {
        guard let serviceName = service.validatedText() else {
            return RPCError(EnvelopeError.invalidText(field: "service").status)
        }
        guard let methodName = method.validatedText() else {
            return RPCError(EnvelopeError.invalidText(field: "method").status)
        }
        return services.contains(serviceName)
            ? RPCError(.unimplemented, "method \(Self.shortened(methodName))")
            : RPCError(.unimplemented, "service \(Self.shortened(serviceName))")
    }

    /// A name of the caller's is not sent back at any length.
    private static func shortened(_ name: String) -> String {
        name.utf8.count <= 256 ? name : String(name.prefix(64)) + "…"
    }

    private static func hash(of method: MethodDescriptor) -> Int {
        method.serviceBytes.withRawSpan { service in
            method.methodBytes.withRawSpan { method in hash(service, method) }
        }
    }

    /// Mixes the lengths and the last eight bytes of both names, where names differ most.
    private static func hash(_ service: RawSpan, _ method: RawSpan) -> Int {
        var word = tail(method) &* 0x9E37_79B9_7F4A_7C15
        word ^= tail(service) &+ UInt64(service.byteCount) << 32 &+ UInt64(method.byteCount)
        word = word &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: (word ^ word >> 32) >> 1)
    }

    private static func tail(_ name: RawSpan) -> UInt64 {
        guard name.byteCount < 8 else {
            return name.word(at: name.byteCount - 8)
        }
        var word: UInt64 = 0
        for offset in 0..<name.byteCount { word = word << 8 | UInt64(name.byte(at: offset)) }
        return word
    }
}

extension MethodDescriptor {
    /// Whether the names are those of a request.
    fileprivate func matches(_ service: RawSpan, _ method: RawSpan) -> Bool {
        methodBytes.withRawSpan { $0.equals(method) }
            && serviceBytes.withRawSpan { $0.equals(service) }
    }
}
