import Connect
import HTTP
import NoteletAPI
import TTRPC
import TestSupport
import Testing

@testable import Serving
@testable import WebServing

/// A way by which calls reach a service: what holds at one of them has to hold at all.
enum Door: CaseIterable {
    /// As the router of ttrpc calls it, in process.
    case ttrpc
    /// HTTP, with messages in the binary form.
    case webBinary
    /// HTTP, with messages as JSON.
    case webJSON

    /// How messages travel over HTTP; nil where they do not.
    var codec: ConnectCodec? {
        switch self {
        case .ttrpc: nil
        case .webBinary: .proto
        case .webJSON: .json
        }
    }
}

/// HTTP's door of a service, on a port of the system's choice; it closes when it goes.
final class OpenWebDoor: Sendable {
    let door: WebDoor
    private let listener: HTTPListener

    /// Opens the door with the default limits but for those of rate, and without limits by address.
    init(
        _ service: Service,
        limits: ServiceLimits = ServiceLimits(),
        _ configuration: WebConfiguration = WebConfiguration()
    ) throws {
        door = WebDoor(serving: service, configuration)
        door.set(limits.server)
        var listening = HTTPLimits()
        listening.connectionCountMax = 1_000
        listening.threadCount = 2
        listening.trustedProxies = configuration.trustedProxies
        let address = try #require(HTTPAddress("http://127.0.0.1:0"))
        listener = try HTTPListener(
            at: HTTPAddressClaim(address),
            limits: listening,
            handler: door
        )
    }

    deinit {
        listener.close()
    }

    /// A connection to the door.
    func peer() throws -> HTTPPeer { try HTTPPeer(at: "\(listener.boundAddress)") }
}

/// What somebody gets who makes a call.
struct DoorAnswer: Equatable {
    /// All that travels to the caller, but for the time of day in the head of a response.
    let bytes: [UInt8]
    /// What a client makes of it: the response in the binary form, or why there is none.
    let result: Result<[UInt8], FailedCall>

    /// A call that failed.
    struct FailedCall: Error, Equatable {
        let status: Status
    }

    /// How the call failed; nil where it did not.
    var failure: Status? {
        guard case .failure(let failure) = result else { return nil }
        return failure.status
    }
}
