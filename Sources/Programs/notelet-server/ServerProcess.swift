import CommandLineInterface
import Cryptography
import Domain
import Glibc
import HTTP
import Locking
import LogEngine
import LogStoreTools
import Logging
import NoteletAPI
import NoteletService
import Serving
import Storage
import StorageEngine
import TTRPC

/// One server from its start to its end: opens the store, serves, drains, closes.
struct ServerProcess {
    private let configuration: Configuration
    private let environment: [String: String]
    private let manager: ServiceManager
    private let log: EventLog
    private let requests: RequestLog
    private let life = ServerLife()
    private let busyWait: BusyWaitBudget
    private let passwordThreads = PasswordThreads()
    private let start = ProcessStart(version: NoteletVersion.text)

    /// What the end may take beyond the time for calls, for replies that are on their way.
    private static let lastReplyTime = Duration.seconds(1)

    /// How long the end waits for settings that are being read again: to open a store may take
    /// longer, and is given up.
    private static let reloadTimeMax = Duration.seconds(10)
    /// How long the end waits for stores to be closed: many times what it takes to move all changes
    /// into a database, which the next start does otherwise.
    private static let closingTimeMax = Duration.seconds(60)

    /// Prepares a server.
    init(_ configuration: Configuration, environment: [String: String]) {
        self.configuration = configuration
        self.environment = environment
        manager = ServiceManager(environment: environment)
        busyWait = BusyWaitBudget(percent: configuration.busyWaitPercent)
        log = EventLog(format: configuration.logFormat)
        requests = RequestLog(log)
    }

    /// Serves until a signal asks for the end.
    func run() async throws -> ExitCode {
        ProcessSafety.apply()
        applyToLog(configuration.live)
        let signals = ProcessSignals()
        defer { log.close() }
        try await serve(until: signals)
        log.write(ServerEvent.stopped)
        return .success
    }

    private func serve(until signals: ProcessSignals) async throws {
        try PlaceCheck.requireApart(configuration.apps)
        let monitoring = try beginMonitoring()
        defer { monitoring?.close() }
        let places = try ClaimedPlaces(
            configuration,
            inherited: InheritedSockets.descriptors(environment: environment)
        )
        manager.tell(status: "Opening the store.")
        let opening = TimeExtension(manager)
        defer { opening.end() }
        let apps = try RunningApps(configuration, in: surroundings, for: AdminServer.access)
        defer { life.close() }
        let doors: Doors
        do {
            doors = try openDoors(of: apps, at: places)
        } catch {
            apps.closeStores()
            throw error
        }
        opening.end()
        await serve(apps, at: doors, until: signals, monitoring?.boundAddress)
    }

    private func serve(
        _ apps: RunningApps,
        at doors: Doors,
        until signals: ProcessSignals,
        _ monitoring: HTTPAddress?
    ) async {
        for case let web? in [doors.web, doors.administration?.web] { apps.join(web) }
        warnOfFewFiles()
        life.serve(
            ServerParts(
                server: doors.server,
                apps: apps,
                web: doors.web,
                heartbeat: Heartbeat(doors.server)
            )
        )
        announce(doors, monitoring)
        let watchdog = Watchdog(manager, doors.server)
        // Whole trees go after the start, so that nobody waits for them who is to be served.
        let removal: @Sendable () -> Void = { apps.removeDropped(configuration) }
        let reloads = Reloads(manager, doors.addresses, after: removal) {
            await reload(apps, doors)
        }
        let signal = await waitForStop(signals, reloads)
        let ending = TimeExtension(manager)
        defer { ending.end() }
        apps.beginEnd()
        reloads.end()
        doors.administration?.beginShutdown(timeout: configuration.drainTime)
        await drain(doors.server, doors.web, by: signal)
        await doors.administration?.shutdown()
        // One that hangs with the disk of an app keeps no other app from being closed.
        _ = reloads.hasEnded(within: Self.reloadTimeMax)
        life.close()
        _ = apps.end(within: Self.closingTimeMax)
        watchdog?.stop()
    }

    /// Where people and operators come in.
    private struct Doors {
        let server: Server
        let addresses: [String]
        let administration: AdminServer?
        let web: WebServer?
    }

    /// Begins to listen.
    private func openDoors(of apps: RunningApps, at places: ClaimedPlaces) throws -> Doors {
        var ofServer = ofServer
        ofServer.callObserver = { [requests, served = apps.served] record in
            requests.observe(record, of: served.name(ofCallsNotedWith: record.tag))
        }
        let server = try Server(router: Router(serving: apps.served), configuration: ofServer)
        apps.join(server) { Router(serving: $0) }
        return Doors(
            server: server,
            addresses: try places.listen(server),
            administration: try AdminServer(
                at: places,
                configuration.administration,
                apps,
                { [monitoring = monitoringPages] path in monitoring.page(path) },
                requests
            ),
            web: try WebServer(
                at: places.web,
                configuration.web,
                apps,
                configuration.live.limits.server,
                requests
            )
        )
    }

    private var surroundings: AppSurroundings {
        AppSurroundings(
            log: log,
            logFormat: configuration.logFormat,
            busyWait: busyWait,
            passwordThreads: passwordThreads
        )
    }

    /// What is allowed at the public addresses.
    private var ofServer: ServerConfiguration {
        var server = ServerConfiguration()
        server.limits = configuration.live.limits.server
        server.unixSocketMode = configuration.socketMode
        server.busyWaitBudget = busyWait
        return server
    }

    private var monitoringPages: MonitoringPages {
        MonitoringPages(
            life: life,
            log: log,
            start: start,
            busyWait: busyWait,
            passwordThreads: passwordThreads
        )
    }

    /// Begins to serve measurements, where somebody wants them.
    private func beginMonitoring() throws(CommandFailure) -> HTTPListener? {
        guard let address = configuration.metricsAddress else { return nil }
        let pages = monitoringPages
        do throws(HTTPError) {
            let listener = try HTTPListener(at: address) { pages.page($0) }
            log.write(ServerEvent.monitored(address: "\(listener.boundAddress)"))
            return listener
        } catch {
            throw CommandFailure(.unreachable, "The server \(error).")
        }
    }

    /// Warns when files run out before the limits of connections are reached, of which each address
    /// of HTTP has one to itself: the limit of open files is to be raised (LimitNOFILE), or
    /// `--connections` lowered.
    private func warnOfFewFiles() {
        let countMax = ProcessSafety.connectionCountMax(besideApps: configuration.apps.count)
        let limit = configuration.live.limits.server.connectionCountMax
        let doorCount = 1 + configuration.web.addresses.count
        let (sum, isMore) = limit.multipliedReportingOverflow(by: doorCount)
        if isMore || sum > countMax {
            log.write(ServerEvent.fewFiles(connectionCountMax: countMax))
        }
    }

    /// Tells people and programs that the server is ready, and where.
    private func announce(_ doors: Doors, _ monitoring: HTTPAddress?) {
        let addresses = doors.addresses
        let adminAddresses = doors.administration?.addresses.map(\.description) ?? []
        let adminWebAddresses = doors.administration?.webAddresses ?? []
        let webAddresses = doors.web?.addresses ?? []
        let lines =
            addresses + webAddresses.map { "web \($0)" } + adminAddresses.map { "admin \($0)" }
            + adminWebAddresses.map { "admin-web \($0)" } + (monitoring.map { ["\($0)"] } ?? [])
        // A server whose standard output is closed serves all the same.
        for line in lines { try? TextOutput.standard.writeLine(line) }
        try? TextOutput.standard.flush()
        log.write(
            ServerEvent.ready(
                addresses: addresses + webAddresses,
                adminAddresses: adminAddresses + adminWebAddresses
            )
        )
        manager.tellReady(addresses: addresses)
    }

    /// Has the settings read again as often as a signal asks for it, until one asks for the end.
    private func waitForStop(
        _ signals: ProcessSignals,
        _ reloads: Reloads
    ) async -> StaticString {
        for await request in signals.requests {
            switch request {
            case .stop(let signal): return signal
            case .reload: reloads.order()
            }
        }
        preconditionFailure("Signals are taken for the life of the process.")
    }

    /// Puts the settings to use that can change while the server runs, or keeps the old ones.
    private func reload(_ apps: RunningApps, _ doors: Doors) async {
        do {
            let new = try configuration.reread()
            try configuration.credentials?.reload()
            try configuration.administration.credentials?.reload()
            try configuration.administration.webCredentials?.reload()
            try configuration.web.credentials?.reload()
            let ofApps = try await apps.apply(new)
            applyToLog(new.live)
            doors.server.set(new.live.limits.server)
            doors.web?.set(new.live.limits.server)
            log.write(
                ServerEvent.reloaded(
                    new.live.logLevel,
                    restartNeededBy: new.fixedSettings(thatDifferFrom: configuration)
                        + ofApps
                )
            )
        } catch let error as CommandFailure {
            log.write(ServerEvent.reloadFailed(reason: error.message))
        } catch let error as UsageError {
            log.write(ServerEvent.reloadFailed(reason: error.message))
        } catch let error as RuntimeError {
            log.write(ServerEvent.reloadFailed(reason: error.message))
        } catch let error as HTTPError {
            log.write(ServerEvent.reloadFailed(reason: error.description))
        } catch {
            log.write(ServerEvent.reloadFailed(reason: "\(error)"))
        }
    }

    private func applyToLog(_ settings: LiveSettings) {
        log.setLevel(settings.logLevel)
        requests.apply(settings)
    }

    /// Lets the calls that are under way end, for so long as the configuration says.
    private func drain(_ server: Server, _ web: WebServer?, by signal: StaticString) async {
        let drainTime = configuration.drainTime
        life.drain()
        log.write(ServerEvent.stopping(signal: signal, drainTime: drainTime))
        manager.tellStopping(drainTime: drainTime)
        server.beginGracefulShutdown(timeout: drainTime)
        // A peer that does not take its replies is not waited for any longer than that.
        let deadline = Task {
            do {
                try await Task.sleep(for: drainTime + Self.lastReplyTime)
                server.shutdown()
            } catch {
                // All have ended by themselves.
            }
        }
        await web?.end(within: drainTime + Self.lastReplyTime)
        await server.waitUntilStopped()
        deadline.cancel()
        server.shutdown()
    }
}
