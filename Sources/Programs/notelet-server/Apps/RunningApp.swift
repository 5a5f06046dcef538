import CommandLineInterface
import Cryptography
import Domain
import Locking
import LogEngine
import LogStoreTools
import Logging
import NoteletAPI
import NoteletService
import Serving
import Storage
import StorageEngine

/// An app at work: its store, what is served of it, and what goes on there by itself.
struct RunningApp: Sendable {
    let store: RecordStore
    let service: Service
    let configuration: AppConfiguration
    private let housekeeping: Housekeeping
    private let keeper: HousekeepingClock
    private let scrubs: ScrubClock?

    /// Opens the store of an app, and begins what goes on there.
    ///
    /// - Parameters:
    ///   - configuration: What the app is.
    ///   - surroundings: What it shares with the others.
    ///   - stop: Hears that its disk has failed, or that its database is damaged: it takes no
    ///     changes any more.
    /// - Throws: `CommandFailure` that says why it cannot be opened.
    init(
        _ configuration: AppConfiguration,
        in surroundings: AppSurroundings,
        stop: @escaping @Sendable (StopReason) -> Void
    ) throws {
        self.configuration = configuration
        let log = surroundings.log(of: configuration.name)
        let location = configuration.store
        if try location.contents() == .nothing, let other = location.neighbour() {
            log.write(.storeMadeBeside(path: location.path, other: other))
        }
        let key = try StoreOpening.masterKey(of: location)
        let store = try Self.open(configuration, key, surroundings, log, stop)
        self.store = store
        do {
            service = Service(try Self.dependencies(configuration, store, key, surroundings))
        } catch {
            store.close()
            throw error
        }
        service.dependencies.set(configuration.limits)
        housekeeping = Housekeeping(service)
        keeper = HousekeepingClock(
            housekeeping,
            store,
            log,
            deliveryTick: configuration.deliveryTick
        )
        scrubs = store.scrub.map { scrub in
            ScrubClock(scrub, byteRate: configuration.scrubByteRate, log)
        }
    }

    var name: AppName { configuration.name }

    /// Takes over what can change while it runs.
    func apply(_ configuration: AppConfiguration) {
        service.dependencies.set(configuration.limits)
    }

    /// Ends what goes on by itself; calls go on.
    func endHousekeeping() async {
        await scrubs?.stop()
        await keeper.stop()
        await housekeeping.end()
    }

    private static func open(
        _ configuration: AppConfiguration,
        _ key: MasterKey,
        _ surroundings: AppSurroundings,
        _ log: AppLog,
        _ stop: @escaping @Sendable (StopReason) -> Void
    ) throws -> RecordStore {
        let clock = ContinuousClock()
        let start = clock.now
        let store = try StoreOpening.open(configuration, key, surroundings.busyWait) { news in
            log.write(.archive(news))
        } reportRoom: { news in
            log.write(.room(news))
        } stop: { reason in
            stop(reason)
        }
        DroppedStore.forgetRemoval(ofStoreIn: configuration.store.path)
        store.observeLeftOut { table in log.write(.recordLeftOut(table: table)) }
        store.observeErasures { news in log.write(.erasures(news)) }
        log.write(
            .storeOpened(
                path: configuration.store.path,
                version: NoteletVersion.text,
                nanoseconds: UInt64((clock.now - start) / .nanoseconds(1))
            )
        )
        return store
    }

    private static func dependencies(
        _ configuration: AppConfiguration,
        _ store: RecordStore,
        _ key: MasterKey,
        _ surroundings: AppSurroundings
    ) throws -> ServiceDependencies {
        try ServiceDependencies(
            over: store,
            in: configuration.store.path,
            key,
            passwordPool: PasswordPool(on: surroundings.passwordThreads),
            linkBaseURL: configuration.linkBaseURL,
            settings: FeatureSettings(
                notesKeptDays: configuration.retentionDays,
                ticketDays: configuration.ticketDays,
                telemetryDays: configuration.telemetryDays,
                pointsExpire: configuration.pointsExpire,
                releaseSeconds: configuration.releaseTime?.components.seconds ?? 0,
                withdrawalDays: configuration.withdrawalDays,
                positionDays: configuration.positionDays,
                chatDays: configuration.chatDays,
                orderDays: configuration.orderDays
            ),
            offered: configuration.features,
            holdsAnonymousNotes: configuration.deliveryTick != nil
        )
    }
}

/// What all apps of a server share.
struct AppSurroundings: Sendable {
    let log: EventLog
    let logFormat: LogFormat
    /// How long threads may look for work instead of sleeping, all of them together.
    let busyWait: BusyWaitBudget
    /// Where passwords are hashed: memory for so many at once is there only once.
    let passwordThreads: PasswordThreads

    /// Where what happens in an app is told.
    func log(of app: AppName) -> AppLog { AppLog(log, of: app) }
}

/// The log of a server, for what happens in one of its apps.
struct AppLog: Sendable {
    private let log: EventLog
    private let app: AppName

    /// Names the app in each line.
    init(_ log: EventLog, of app: AppName) {
        self.log = log
        self.app = app
    }

    /// Has a line written.
    func write(_ event: ServerEvent) { log.write(AppEvent(app: app, event: event)) }
}

/// What happens in an app.
struct AppEvent: LogEvent {
    let app: AppName
    let event: ServerEvent

    var level: LogLevel { event.level }
    var name: StaticString { event.name }

    func describe(in line: inout LogLine) {
        line.add("app", app.text)
        event.describe(in: &line)
    }
}
