import Testing

@testable import TTRPC

@Suite
struct RouteTableTests {
    private static func lookUp(
        _ table: RouteTable,
        _ service: [UInt8],
        _ method: [UInt8]
    ) -> Result<MethodDescriptor, RPCError> {
        service.withRawSpan { service in
            method.withRawSpan { method in
                Result { () throws(RPCError) in try table.lookUp(service, method).method }
            }
        }
    }

    @Test
    func eachMethodIsFound() throws {
        var router = Router()
        for service in ["a", "notes.v1.Notes", "notes.v2.Notes", ""] {
            for index in 0..<100 {
                let method = MethodDescriptor(service: service, method: "Method\(index)")
                router.registerUnary(method) { _, _, reply in reply.succeed([]) }
            }
        }
        let table = RouteTable(Array(router.routes.values))
        for method in router.methods {
            let found = Self.lookUp(table, Array(method.service.utf8), Array(method.method.utf8))
            #expect(try found.get() == method)
        }
    }

    @Test
    func whatIsMissingIsNamed() {
        let route = Route(
            MethodDescriptor(service: "svc", method: "Do"),
            .unary { _, _, _ in },
            number: 0
        )
        let table = RouteTable([route])
        let lookUp = { (service: String, method: String) in
            Self.lookUp(table, Array(service.utf8), Array(method.utf8))
        }
        #expect(lookUp("svc", "Don't") == .failure(RPCError(.unimplemented, "method Don't")))
        #expect(lookUp("svd", "Do") == .failure(RPCError(.unimplemented, "service svd")))
        #expect(lookUp("", "") == .failure(RPCError(.unimplemented, "service ")))
        let long = String(repeating: "x", count: 300)
        let short = String(repeating: "x", count: 64) + "…"
        #expect(lookUp(long, "Do") == .failure(RPCError(.unimplemented, "service \(short)")))
        let bad = Self.lookUp(table, [0xFF], [])
        #expect(bad == .failure(RPCError(EnvelopeError.invalidText(field: "service").status)))
        let worse = Self.lookUp(table, [], [0xC0])
        #expect(worse == .failure(RPCError(EnvelopeError.invalidText(field: "method").status)))
    }

    @Test
    func anEmptyTableFindsNothing() {
        let table = RouteTable([])
        let found = Self.lookUp(table, [1], [2])
        #expect(found == .failure(RPCError(.unimplemented, "service \u{1}")))
    }

    @Test
    func registeringTwiceIsAMistake() async {
        await #expect(processExitsWith: .failure) {
            var router = Router()
            let method = MethodDescriptor(service: "s", method: "m")
            router.registerUnary(method) { _, _, _ in }
            router.registerUnary(method) { _, _, _ in }
        }
    }
}
