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
    private let start = ProcessStart(version: NoteletVersion.text)

    /// What the end may take beyond the time for calls, for replies that are on their way.
    private static let lastReplyTime = Duration.seconds(1)

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
        DamageWatch.begin(on: configuration.store, logging: configuration.logFormat)
        applyToLog(configuration.live)
        let signals = ProcessSignals()
        defer { log.close() }
        try await serve(until: signals)
        log.write(ServerEvent.stopped)
        return .success
    }

    private func serve(until signals: ProcessSignals) async throws {
        try PlaceCheck.check(configuration)
        let monitoring = try beginMonitoring()
        defer { monitoring?.close() }
        let places = try ClaimedPlaces(
            configuration,
            inherited: InheritedSockets.descriptors(environment: environment)
        )
        let key = try StoreOpening.masterKey(of: configuration.store)
        let store = try open(key)
        defer {
            life.close()
            store.close()
        }
        let service = Service(try dependencies(store, key))
        service.dependencies.set(configuration.live.limits)
        let server = try Server(router: Router(serving: service), configuration: ofServer)
        let addresses = try places.listen(server)
        let administration = try AdminServer(
            at: places,
            configuration.administration,
            service,
            { [monitoring = monitoringPages] path in monitoring.page(path) },
            requests
        )
        let web = try WebServer(
            at: places.web,
            configuration.web,
            service,
            configuration.live.limits.server,
            requests
        )
        warnOfFewFiles()
        life.serve(
            ServerParts(
                server: server,
                store: store,
                service: service,
                web: web,
                heartbeat: Heartbeat(server)
            )
        )
        announce(addresses, web, administration, monitoring?.boundAddress)
        let watchdog = Watchdog(manager, server)
        let housekeeping = Housekeeping(service)
        let keeper = HousekeepingClock(
            housekeeping,
            store,
            log,
            deliveryTick: configuration.deliveryTick
        )
        let scrubs = store.scrub.map { scrub in
            ScrubClock(scrub, byteRate: configuration.scrubByteRate, log)
        }
        let signal = await reloadUntilStop(signals, addresses) { settings in
            applyToLog(settings)
            service.dependencies.set(settings.limits)
            server.set(settings.limits.server)
            web?.set(settings.limits.server)
        }
        administration?.beginShutdown(timeout: configuration.drainTime)
        await drain(server, web, by: signal)
        await administration?.shutdown()
        await scrubs?.stop()
        await keeper.stop()
        await housekeeping.end()
        watchdog?.stop()
    }

    /// What is allowed at the public addresses.
    private var ofServer: ServerConfiguration {
        var server = ServerConfiguration()
        server.limits = configuration.live.limits.server
        server.unixSocketMode = configuration.socketMode
        server.busyWaitBudget = busyWait
        server.callObserver = { [requests] record in requests.observe(record) }
        return server
    }

    private var monitoringPages: MonitoringPages {
        MonitoringPages(life: life, log: log, start: start, busyWait: busyWait)
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

    private func open(_ key: MasterKey) throws -> RecordStore {
        manager.tell(status: "Opening the store.")
        let clock = ContinuousClock()
        let start = clock.now
        let store = try StoreOpening.open(configuration, key, busyWait) { [log] news in
            log.write(ServerEvent.archive(news))
        } reportRoom: { [log] news in
            log.write(ServerEvent.room(news))
        } stop: { [log, configuration] reason in
            let (text, code): (String, ExitCode) =
                switch reason {
                case .diskFailed(let sentence): (sentence, .inputOutput)
                case .damaged(let what):
                    (DamageWatch.text(configuration.store.path, what), .badData)
                }
            log.write(ServerEvent.failed(reason: text))
            log.close()
            _exit(code.rawValue)
        }
        store.observeLeftOut { [log] table in
            log.write(ServerEvent.recordLeftOut(table: table))
        }
        store.observeErasures { [log] news in log.write(ServerEvent.erasures(news)) }
        log.write(
            ServerEvent.storeOpened(
                path: configuration.store.path,
                version: NoteletVersion.text,
                nanoseconds: UInt64((clock.now - start) / .nanoseconds(1))
            )
        )
        return store
    }

    private func dependencies(
        _ store: RecordStore,
        _ key: MasterKey
    ) throws -> ServiceDependencies {
        try ServiceDependencies(
            over: store,
            in: configuration.store.path,
            key,
            linkBaseURL: configuration.linkBaseURL,
            settings: FeatureSettings(
                notesKeptDays: configuration.retentionDays,
                ticketDays: configuration.ticketDays
            ),
            offered: configuration.features,
            holdsAnonymousNotes: configuration.deliveryTick != nil
        )
    }

    /// Warns when files run out before the limits of connections are reached, of which each address
    /// of HTTP has one to itself: the limit of open files is to be raised (LimitNOFILE), or
    /// `--connections` lowered.
    private func warnOfFewFiles() {
        let countMax = ProcessSafety.connectionCountMax
        let limit = configuration.live.limits.server.connectionCountMax
        let doorCount = 1 + configuration.web.addresses.count
        let (sum, isMore) = limit.multipliedReportingOverflow(by: doorCount)
        if isMore || sum > countMax {
            log.write(ServerEvent.fewFiles(connectionCountMax: countMax))
        }
    }

    /// Tells people and programs that the server is ready, and where.
    private func announce(
        _ addresses: [String],
        _ web: WebServer?,
        _ administration: AdminServer?,
        _ monitoring: HTTPAddress?
    ) {
        let adminAddresses = administration?.addresses.map(\.description) ?? []
        let adminWebAddresses = administration?.webAddresses ?? []
        let webAddresses = web?.addresses ?? []
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

    /// Reads the settings again as often as a signal asks for it, until one asks for the end.
    private func reloadUntilStop(
        _ signals: ProcessSignals,
        _ addresses: [String],
        apply: (LiveSettings) -> Void
    ) async -> StaticString {
        for await request in signals.requests {
            switch request {
            case .stop(let signal): return signal
            case .reload:
                manager.tellReloading()
                reload(apply)
                manager.tellReady(addresses: addresses)
            }
        }
        preconditionFailure("Signals are taken for the life of the process.")
    }

    /// Puts the settings to use that can change while the server runs, or keeps the old ones.
    private func reload(_ apply: (LiveSettings) -> Void) {
        do {
            let new = try configuration.reread()
            try configuration.credentials?.reload()
            try configuration.administration.credentials?.reload()
            try configuration.administration.webCredentials?.reload()
            try configuration.web.credentials?.reload()
            apply(new.live)
            log.write(
                ServerEvent.reloaded(
                    new.live.logLevel,
                    restartNeededBy: new.fixedSettings(thatDifferFrom: configuration)
                )
            )
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
