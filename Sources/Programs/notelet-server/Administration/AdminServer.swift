import CommandLineInterface
import Glibc
import Serving
import TTRPC

/// The part of the server that operators talk to.
///
/// It is a server of its own, with its own event loop, routes and limits: what happens on the
/// public addresses, a flood included, does not keep operators out, and no public address knows
/// their methods.
struct AdminServer {
    /// Where it listens, with the ports that were chosen.
    let addresses: [Address]
    private let server: Server

    /// Operators are few: enough for some who watch and some who work.
    private static let connectionCountMax = 32
    /// Counting all notes of a large store takes its time.
    private static let callTimeMax = Duration.seconds(3_600)

    /// Begins to listen at claimed addresses; nil if there are none.
    ///
    /// - Throws: `CommandFailure` when the system refuses.
    init?(
        at claims: [AddressClaim],
        _ configuration: AdminConfiguration,
        _ service: Service,
        _ requests: RequestLog
    ) throws(CommandFailure) {
        guard !claims.isEmpty else { return nil }
        var settings = ServerConfiguration()
        settings.eventLoopCount = 1
        settings.limits.connectionCountMax = Self.connectionCountMax
        settings.limits.connectionCountPerAddressMax = nil
        settings.limits.unaryTimeoutMax = Self.callTimeMax
        settings.callObserver = { record in requests.observe(record) }
        let access = AdministrationAccess(
            userIDs: [0, geteuid()],
            userName: { SystemUsers.name(of: $0) }
        )
        do throws(RuntimeError) {
            let server = try Server(
                router: Router(administering: service, access: access),
                configuration: settings
            )
            addresses = try claims.map { claim throws(RuntimeError) in
                try server.listen(on: claim, credentials: configuration.credentials)
            }
            self.server = server
        } catch {
            throw .listening(error)
        }
    }

    /// Stops accepting, and lets calls go on for some time.
    func beginShutdown(timeout: Duration) {
        server.beginGracefulShutdown(timeout: timeout)
    }

    /// Ends everything at once.
    func shutdown() {
        server.shutdown()
    }
}

/// The users of this machine.
enum SystemUsers {
    /// The name of a user, or the number where there is no name.
    static func name(of userID: UInt32) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: bufferByteCount)
        let isFound = getpwuid_r(userID, &entry, &buffer, buffer.count, &found) == 0
        guard isFound, found != nil, let name = entry.pw_name else { return "user \(userID)" }
        return String(cString: name)
    }

    /// More than any entry of the system's own files has.
    private static let bufferByteCount = 16 << 10
}
