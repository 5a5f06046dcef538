import CommandLineInterface
import Domain
import Glibc
import Locking
import LogEngine
import LogStoreTools
import Logging
import Serving
import Storage
import StorageEngine
import StoreTools

/// The apps of a server at work: one that cannot go on leaves the others alone.
///
/// A store that cannot be opened, or whose disk fails, keeps its own app from working; the process
/// ends when there is no other app that works.
final class RunningApps: Sendable {
    /// The same apps as the doors of the server see them.
    let served: ServedApps
    private let surroundings: AppSurroundings
    private let access: AdministrationAccess
    private let state = Mutex(State())

    private struct State {
        var running: [AppName: RunningApp] = [:]
        /// Why apps do not work that should.
        var problems: [AppName: String] = [:]
    }

    /// Opens all apps of a configuration.
    ///
    /// - Throws: `CommandFailure` where none can be opened: that of the first.
    init(
        _ configuration: Configuration,
        in surroundings: AppSurroundings,
        for access: AdministrationAccess
    ) throws {
        self.surroundings = surroundings
        self.access = access
        served = ServedApps(
            ServedApp(.standard),
            and: configuration.further.map { ServedApp($0.name) }
        )
        var failures: [(AppName, any Error)] = []
        for app in configuration.apps {
            do {
                try open(app, among: configuration.apps.count)
            } catch {
                failures.append((app.name, error))
            }
        }
        if failures.count == configuration.apps.count, let first = failures.first { throw first.1 }
        for (name, error) in failures { note(error, of: name) }
        removeDropped(configuration)
    }

    /// The apps that are open, the default one first and the others by their names.
    var all: [RunningApp] {
        let running = state.withLock { $0.running }
        return served.all.compactMap { running[$0.name] }
    }

    /// The app of a name; nil unless it is open.
    func app(named name: AppName) -> RunningApp? { state.withLock { $0.running[name] } }

    /// Why apps do not work that should, by their names.
    var problems: [(name: AppName, reason: String)] {
        state.withLock { $0.problems }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What is wrong in apps, with the name of each where there are several; of one that is full,
    /// what still goes on.
    var troubles: [String] {
        let full = all.compactMap { app in
            app.store.fullness.trouble.map { (app.name, $0) }
        }
        let isSole = served.all.count == 1
        return (full + problems.map { ($0, "it does not work: \($1)") }).map { name, trouble in
            isSole ? trouble : "app \(name): \(trouble)"
        }
    }

    /// Whether there is an app that works.
    var isAnyWorking: Bool { all.contains { !$0.store.isStopped } }

    /// Opens an app, whose name the doors know already.
    ///
    /// - Returns: The app.
    @discardableResult
    private func open(
        _ configuration: AppConfiguration,
        among appCount: Int
    ) throws -> RunningApp {
        let name = configuration.name
        let format = surroundings.logFormat
        DamageWatch.begin(on: configuration, among: appCount, logging: format)
        let app = try RunningApp(configuration, in: surroundings) { [weak self] reason in
            self?.stop(name, configuration.store.path, reason)
        }
        DamageWatch.watch(configuration, app.store, logging: format)
        state.withLock { state in
            state.running[name] = app
            state.problems[name] = nil
        }
        served.app(named: name)?.open(app.service, for: access)
        return app
    }

    private func note(_ error: any Error, of name: AppName) {
        let reason = (error as? CommandFailure)?.message ?? "\(error)"
        state.withLock { $0.problems[name] = reason }
        surroundings.log(of: name).write(.appFailed(reason: reason))
    }

    /// Takes note that an app takes no changes any more; ends the process if no other one does.
    private func stop(_ name: AppName, _ path: String, _ reason: StopReason) {
        let (text, code): (String, ExitCode) =
            switch reason {
            case .diskFailed(let sentence): (sentence, .inputOutput)
            case .damaged(let what): (DamageWatch.text(path, what), .badData)
            }
        let hasOthers = all.contains { $0.name != name && !$0.store.isStopped }
        guard hasOthers else {
            surroundings.log.write(ServerEvent.failed(reason: text))
            surroundings.log.close()
            _exit(code.rawValue)
        }
        state.withLock { $0.problems[name] = text }
        surroundings.log(of: name).write(.appFailed(reason: text))
    }
}

// Changes while the server runs.
extension RunningApps {
    /// What came of settings that were read again.
    struct Outcome {
        /// The apps that were opened.
        var opened: [RunningApp] = []
        /// The settings that need a new start, by the names of their apps.
        var fixedSettings: [String] = []
    }

    /// Takes over the settings of apps: opens those that are new, and those again that could not be
    /// opened before.
    ///
    /// - Throws: `CommandFailure` where an app is new and lies where it must not; then nothing is
    ///   done.
    func apply(_ configuration: Configuration) throws -> Outcome {
        try PlaceCheck.requireApart(configuration.apps)
        var outcome = Outcome()
        for app in configuration.apps {
            if let running = self.app(named: app.name) {
                running.apply(app)
                outcome.fixedSettings += running.fixedSettings(thatDifferFrom: app)
                continue
            }
            if served.app(named: app.name) == nil { served.add(ServedApp(app.name)) }
            do {
                try PlaceCheck.check(app)
                outcome.opened.append(try open(app, among: configuration.apps.count))
            } catch {
                note(error, of: app.name)
            }
        }
        return outcome
    }

    /// The names of apps that a configuration has no more.
    func names(missingIn configuration: Configuration) -> [AppName] {
        served.all.map(\.name).filter { configuration.app(named: $0) == nil }
    }

    /// Lets no calls into an app any more, ends its streams and closes its store.
    func close(_ name: AppName) async {
        served.remove(name)
        let app = state.withLock { state in
            state.problems[name] = nil
            return state.running.removeValue(forKey: name)
        }
        guard let app else { return }
        app.service.dependencies.hub.end(.refused(.appNotFound(app: name.text)))
        await app.endHousekeeping()
        DamageWatch.close(app.store)
        surroundings.log(of: name).write(.appClosed)
    }

    /// Removes the stores of apps that were dropped, and that nobody has open.
    func removeDropped(_ configuration: Configuration) {
        for (name, store) in configuration.dropped {
            let log = surroundings.log(of: name)
            do throws(StoreToolError) {
                if try DroppedStore.remove(store) { log.write(.appRemoved) }
            } catch {
                log.write(.appFailed(reason: "The folder \(store) is not removed: \(error)."))
            }
        }
    }

    /// Ends what goes on in all apps by itself.
    func endHousekeeping() async {
        for app in all { await app.endHousekeeping() }
    }

    /// Closes all stores.
    func closeStores() {
        for app in all { app.store.close() }
    }
}

extension StoreFullness {
    /// What is said of a store without room; nil where there is some.
    var trouble: String? {
        switch self {
        case .roomLeft: nil
        case .reserveLeft:
            "the store is full: what adds to it is refused, the rest goes on"
        case .nothingLeft:
            "the store is full and its reserve used up: any change may be refused until there is "
                + "room, reading goes on"
        }
    }
}
