import CommandLineInterface
import Domain
import Glibc
import HTTP
import NoteletWeb
import Serving
import TTRPC
import WebServing

/// The part of the server that operators talk to.
///
/// It is a server of its own, with its own event loop, threads, routes and limits: what happens on
/// the public addresses, a flood included, does not keep operators out, and no public address knows
/// their methods.
struct AdminServer {
    /// Where it listens, with the ports that were chosen.
    let addresses: [Address]
    private let server: Server
    /// Where browsers reach it; nil where they do not.
    let web: WebServer?

    /// Operators are few: enough for some who watch and some who work.
    static let connectionCountMax = 32
    /// Counting all notes of a large store takes its time.
    private static let callTimeMax = Duration.seconds(3_600)

    /// Begins to listen at claimed addresses; nil if there are none.
    ///
    /// - Parameters:
    ///   - places: The addresses, of which those of operators are taken.
    ///   - configuration: What is demanded there.
    ///   - apps: What operators look after.
    ///   - monitoring: What answers who asks for measurements.
    ///   - requests: What is told of each call.
    /// - Throws: `CommandFailure` when the system refuses.
    init?(
        at places: ClaimedPlaces,
        _ configuration: AdminConfiguration,
        _ apps: RunningApps,
        _ monitoring: @escaping HTTPPages,
        _ requests: RequestLog
    ) throws(CommandFailure) {
        guard !places.administration.isEmpty || !places.administrationWeb.isEmpty else {
            return nil
        }
        var settings = ServerConfiguration()
        settings.eventLoopCount = 1
        settings.limits = Self.limits
        settings.callObserver = { [served = apps.served] record in
            requests.observe(record, of: served.name(ofCallsNotedWith: record.tag))
        }
        do throws(RuntimeError) {
            let server = try Server(
                router: Router(administering: apps.served),
                configuration: settings
            )
            addresses = try places.administration.map { claim throws(RuntimeError) in
                try server.listen(on: claim, credentials: configuration.credentials)
            }
            self.server = server
            apps.join(server) { Router(administering: $0) }
        } catch {
            throw .listening(error)
        }
        guard !places.administrationWeb.isEmpty else {
            web = nil
            return
        }
        web = try WebServer(
            of: apps,
            at: places.administrationWeb,
            configuration.webCredentials,
            Self.limits,
            { HTTPLimits($0, trustedProxies: TrustedProxies(), threadCount: 2) },
            Self.doorPlan(of: apps, monitoring, requests)
        )
    }

    /// The doors of operators: that of an app that is shut tells of the server still.
    private static func doorPlan(
        of apps: RunningApps,
        _ monitoring: @escaping HTTPPages,
        _ requests: RequestLog
    ) -> WebServer.DoorPlan {
        WebServer.DoorPlan { app in
            var page = WebConfiguration(operators: access)
            page.place = app.name == .standard ? WebPlace() : WebPlace(below: basePath(of: app))
            page.pages = OperatorPages(monitoring: monitoring)
            page.pagesWhenShut = { [weak apps] path in
                if ["", "/"].contains(path) { return apps.map(overview) }
                return OperatorPages.monitored.contains(path) ? monitoring(path) : nil
            }
            page.callObserver = { record in requests.observe(record, of: app.name) }
            return page
        } makeDoor: { app, page in
            WebDoor(administering: app.service, access: access, page)
        }
    }

    private static func basePath(of app: AppConfiguration) -> String { "/apps/\(app.name)" }

    /// What operators see of all apps in the place of the page of one that is shut.
    private static func overview(of apps: RunningApps) -> HTTPResponse {
        let lines = apps.all.map { app in
            let name = app.configuration.name
            let path = name == .standard ? "/" : basePath(of: app.configuration) + "/"
            return "\(name): \(app.trouble ?? "it works"); its page is \(path)"
        }
        return HTTPResponse(.serviceUnavailable, line: lines.joined(separator: "\n"))
    }

    /// Who may administer this machine's server: root, and the user that it runs as.
    static let access: AdministrationAccess = {
        let userIDs: Set<UInt32> = [0, geteuid()]
        // The system reads a file to find a name: once, and not with each call.
        let names = userIDs.reduce(into: [:]) { $0[$1] = SystemUsers.name(of: $1) }
        return AdministrationAccess(userIDs: userIDs) { names[$0] ?? "user \($0)" }
    }()

    private static var limits: ServerLimits {
        var limits = ServerLimits()
        limits.connectionCountMax = connectionCountMax
        limits.connectionCountPerAddressMax = nil
        limits.unaryTimeoutMax = callTimeMax
        return limits
    }

    /// Where browsers reach it, with the ports that were chosen.
    var webAddresses: [String] { web?.addresses ?? [] }

    /// Stops accepting, and lets calls go on for some time.
    func beginShutdown(timeout: Duration) {
        server.beginGracefulShutdown(timeout: timeout)
        web?.beginEnd()
    }

    /// Ends everything at once.
    func shutdown() async {
        server.shutdown()
        await web?.end(within: .zero)
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
