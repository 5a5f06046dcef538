import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving
@testable import WebServing

/// A world whose service answers over HTTP too.
final class WebWorld {
    let world: World
    private let open: OpenWebDoor

    /// Opens the door of a world with the default limits but for those of rate, and without limits
    /// by address.
    init(
        _ world: World,
        limits: ServiceLimits = ServiceLimits(),
        _ configuration: WebConfiguration = WebConfiguration()
    ) throws {
        self.world = world
        open = try OpenWebDoor(world.service.running, limits: limits, configuration)
    }

    convenience init() async throws { try self.init(try await World()) }

    var door: WebDoor { open.door }

    /// A connection to the door.
    func peer() throws -> HTTPPeer { try open.peer() }

    /// Calls a method, on a connection of its own.
    func call(
        _ method: MethodSummary,
        _ body: [UInt8],
        _ type: String = "application/proto",
        token: String? = nil,
        headers: [String: String] = [:]
    ) throws -> HTTPPeer.Response {
        var headers = headers
        headers["Content-Type"] = type
        if let token { headers["Authorization"] = "Bearer \(token)" }
        return try peer().ask("POST", "\(method)", headers: headers, body: body)
    }

    /// Calls a method with JSON.
    func call(
        _ method: MethodSummary,
        json: String,
        token: String? = nil,
        headers: [String: String] = [:]
    ) throws -> HTTPPeer.Response {
        let body = Array(json.utf8)
        return try call(method, body, "application/json", token: token, headers: headers)
    }

    /// The token of Alice.
    var token: String { world.alice.session.accessToken }
}

extension HTTPPeer {
    /// Reads the next envelope of a stream, whose chunks may be divided otherwise.
    func envelope(_ pending: inout [UInt8]) throws -> (flags: UInt8, message: [UInt8])? {
        while true {
            if pending.count >= 5 {
                let count = pending[1..<5].reduce(0) { $0 << 8 | Int($1) }
                if pending.count >= 5 + count {
                    defer { pending.removeFirst(5 + count) }
                    return (pending[0], Array(pending[5..<5 + count]))
                }
            }
            guard let chunk = try chunk() else { return nil }
            pending += chunk
        }
    }
}
