import CommandLineInterface
import Dispatch
import Domain
import Foundation
import Glibc
import Locking
import LogEngine
import LogStoreTools
import Logging
import OperatingSystem
import Serving
import Storage
import StorageEngine
import TTRPC
import WebServing

/// The apps of a server, and the state of each: one that cannot go on leaves the others alone.
///
/// A store that cannot be opened, or whose disk fails, keeps its own app from working; the process
/// ends when there is no other app that works. Each change of a state is one function here, which
/// tells the doors of it in the right order; one change is made at a time, but for the failures of
/// stores, which come at any time.
final class RunningApps: Sendable {
    /// The same apps as calls find them.
    let served: ServedApps
    private let surroundings: AppSurroundings
    private let access: AdministrationAccess
    private let state = Mutex(State())
    /// Stores that are being closed while others stay open.
    private let closings = DispatchGroup()

    private struct State {
        var apps = AppStates()
        /// The doors of HTTP.
        var webs: [WebServer] = []
        /// What takes note that the default app has opened, or shut.
        var observers: [@Sendable () -> Void] = []
    }

    /// Opens all apps of a configuration.
    ///
    /// - Throws: `CommandFailure` where none can be opened, or goes on: that of the first.
    init(
        _ configuration: Configuration,
        in surroundings: AppSurroundings,
        for access: AdministrationAccess
    ) throws {
        self.surroundings = surroundings
        self.access = access
        served = ServedApps(beside: configuration.further.map(\.name))
        for app in configuration.apps { enlist(app) }
        var failures: [(AppName, any Error)] = []
        for app in configuration.apps {
            do {
                try open(app, among: configuration.apps.count)
            } catch {
                failures.append((app.name, error))
            }
        }
        if let stops = state.withLock({ $0.apps.endStart() }),
            let first = failures.first?.1 ?? stops.first
        {
            throw first
        }
        for (name, error) in failures { note(error, of: name) }
    }

    /// All apps, the default one first and the others by their names.
    var all: [AppState] {
        let apps = state.withLock { $0.apps.all }
        return served.names.compactMap { apps[$0] }
    }

    /// The apps whose stores are open.
    var running: [RunningApp] { all.compactMap(\.running) }

    /// What is wrong in apps, with the name of each where there are several.
    var troubles: [String] {
        let all = all
        return all.compactMap { app in
            guard let trouble = app.trouble else { return nil }
            return all.count == 1 ? trouble : "app \(app.configuration.name): \(trouble)"
        }
    }

    /// Whether there is an app that works.
    var isAnyWorking: Bool { state.withLock { $0.apps.isAnyOpen } }

    /// Ends what goes on in all apps by itself.
    func endHousekeeping() async {
        for app in running { await app.endHousekeeping() }
    }

    /// Closes all stores.
    func closeStores() {
        for app in running { app.store.close() }
    }

    /// Ends what goes on in all apps by itself, and closes their stores, side by side: one whose
    /// disk hangs keeps no other from being closed.
    ///
    /// It blocks its thread, for so long at most.
    ///
    /// - Returns: The apps whose stores are not closed by then.
    func end(within time: Duration) -> [AppName] {
        let apps = running
        let deadline = DispatchTime.now() + time / .seconds(1)
        // Where it hangs, its store is closed all the same, and refuses what it does.
        let housekeeping = DispatchGroup()
        for app in apps {
            housekeeping.enter()
            Task {
                await app.endHousekeeping()
                housekeeping.leave()
            }
        }
        _ = housekeeping.wait(timeout: .now() + time / .seconds(4))
        let open = OpenStores(apps.map(\.name))
        for app in apps {
            Thread.detachNewThread {
                app.store.close()
                open.didClose(app.name)
            }
        }
        let left = open.wait(until: deadline)
        _ = closings.wait(timeout: deadline)
        for name in left {
            let reason = "its store is not closed in order: its disk takes too long"
            surroundings.log(of: name).write(.appFailed(reason: reason))
        }
        return left
    }
}

// The changes of an app's state.
extension RunningApps {
    /// Lets doors of HTTP know of what becomes of apps; they know what has become by now.
    func join(_ web: WebServer) {
        state.withLock { $0.webs.append(web) }
    }

    /// Has a server find what answers in the default app anew whenever that opens or shuts.
    func join(_ server: Server, by makeRouter: @escaping @Sendable (ServedApps) -> Router) {
        let observer: @Sendable () -> Void = { [served] in server.set(makeRouter(served)) }
        state.withLock { $0.observers.append(observer) }
    }

    private func tellServers(of name: AppName) {
        guard name == .standard else { return }
        for observer in state.withLock({ $0.observers }) { observer() }
    }

    /// Takes an app up, or what it is to be now: it is shut until it is opened.
    private func enlist(_ app: AppConfiguration) {
        let shut = AppState.shut(app, reason: "its store is being opened")
        let webs = state.withLock { state in
            state.apps.all[app.name] = shut
            return state.webs
        }
        served.add(app.name)
        enter(shut, webs)
    }

    /// Opens the store of an app that is shut, and lets calls in.
    ///
    /// - Throws: `CommandFailure` that says why it cannot be opened; it is shut as before.
    private func open(_ configuration: AppConfiguration, among appCount: Int) throws {
        let name = configuration.name
        let format = surroundings.logFormat
        try PlaceCheck.check(configuration)
        DamageWatch.begin(on: configuration, among: appCount, logging: format)
        let app = try RunningApp(configuration, in: surroundings) { [weak self] reason in
            self?.stop(name, configuration.store.path, reason)
        }
        DamageWatch.watch(configuration, app.store, logging: format)
        let (opened, webs) = state.withLock { state in
            // It may have stopped in the meantime, and said why.
            var opened = AppState.open(app)
            if app.store.isStopped, case .shut(_, let reason) = state.apps.all[name] {
                opened = .stopped(app, reason: reason)
            }
            state.apps.all[name] = opened
            return (opened, state.webs)
        }
        served.open(name, app.service, for: access)
        tellServers(of: name)
        enter(opened, webs)
    }

    private func enter(_ app: AppState, _ webs: [WebServer]) {
        for web in webs {
            do throws(CommandFailure) {
                try web.enter(app)
            } catch {
                preconditionFailure("What an app is was checked: \(error.message)")
            }
        }
    }

    /// Takes note of why an app cannot be opened.
    private func note(_ error: any Error, of name: AppName) {
        let reason = (error as? CommandFailure)?.message ?? "\(error)"
        state.withLock { state in
            guard case .shut(let configuration, _) = state.apps.all[name] else { return }
            state.apps.all[name] = .shut(configuration, reason: reason)
        }
        surroundings.log(of: name).write(.appFailed(reason: reason))
    }

    /// Takes note that an app takes no changes any more; ends the process if no other one does.
    func stop(_ name: AppName, _ path: String, _ reason: StopReason) {
        let failure = CommandFailure(of: path, reason)
        let end = state.withLock { $0.apps.stop(name, failure) }
        if let end { self.end(end, failure.message) }
        surroundings.log(of: name).write(.appFailed(reason: failure.message))
    }

    /// Ends the process, in which no app works.
    private func end(_ code: ExitCode, _ reason: String) -> Never {
        surroundings.log.write(ServerEvent.failed(reason: reason))
        surroundings.log.close()
        _exit(code.rawValue)
    }

    /// Lets no calls into an app for now, ends its streams and closes its store.
    private func shut(_ app: RunningApp) async {
        let shut = AppState.shut(app.configuration, reason: "its store is being opened anew")
        let webs = state.withLock { state in
            state.apps.all[app.name] = shut
            return state.webs
        }
        served.shut(app.name)
        tellServers(of: app.name)
        for web in webs { web.doors.shut(app.name) }
        await close(app)
    }

    /// Lets calls know of an app no more, ends its streams and closes its store.
    private func remove(_ name: AppName) async {
        let (app, webs) = state.withLock { state in
            (state.apps.all.removeValue(forKey: name)?.running, state.webs)
        }
        served.remove(name)
        for web in webs { web.doors.remove(name) }
        if let app { await close(app) }
    }

    private func close(_ app: RunningApp) async {
        closings.enter()
        defer { closings.leave() }
        await app.endHousekeeping()
        DamageWatch.close(app.store)
        surroundings.log(of: app.name).write(.appClosed)
    }
}

// What comes of settings that are read again.
extension RunningApps {
    /// Takes over the settings of apps.
    ///
    /// It closes those that have no section any more, removes the stores of those that were
    /// dropped, and opens those that are new and those again that do not work. The places of all
    /// are their own from the beginning: what comes to one meanwhile is refused, and reaches no
    /// other app. Where none works then, the process ends.
    ///
    /// It blocks its thread, as long as stores take to be closed and opened.
    ///
    /// - Returns: The settings that need a new start, by the names of their apps.
    /// - Throws: `CommandFailure` where an app lies where another one is, or does until the server
    ///   starts again; then nothing is done.
    func apply(_ configuration: Configuration) async throws(CommandFailure) -> [String] {
        let apps = state.withLock { $0.apps.all }
        try checkApart(configuration, apps)
        for app in configuration.apps where apps[app.name] == nil { enlist(app) }
        for name in apps.keys.sorted() where configuration.app(named: name) == nil {
            guard !isEnding else { return [] }
            await remove(name)
        }
        for app in apps.values where !goesOn(app, configuration) {
            guard let running = app.running, !isEnding else { continue }
            if configuration.app(named: running.name) != nil { await shut(running) }
        }
        for app in configuration.apps where running(app.name) == nil { enlist(app) }
        removeDropped(configuration)
        var fixedSettings: [String] = []
        for app in configuration.apps where !isEnding {
            fixedSettings += apply(app, among: configuration.apps.count)
        }
        if !isEnding, !isAnyWorking { end(.timeout, troubles.joined(separator: "; ")) }
        return fixedSettings
    }

    private func running(_ name: AppName) -> RunningApp? {
        state.withLock { $0.apps.running(name) }
    }

    /// Opens no more apps: the server ends.
    func beginEnd() { state.withLock { $0.apps.isEnding = true } }

    private var isEnding: Bool { state.withLock { $0.apps.isEnding } }

    /// Takes over the settings of an app, and answers those that need a new start.
    private func apply(_ app: AppConfiguration, among appCount: Int) -> [String] {
        if let running = running(app.name) {
            running.apply(app)
            return app.fixedSettings(thatDifferFrom: running.configuration)
        }
        do {
            try open(app, among: appCount)
        } catch {
            note(error, of: app.name)
        }
        return []
    }

    /// Whether an app works, and is to go on with the store that it has open.
    private func goesOn(_ app: AppState, _ configuration: Configuration) -> Bool {
        guard case .open(let running) = app else { return false }
        let place = RealPath(running.configuration.store.path)
        return !configuration.dropped.contains { RealPath($0.store) == place }
    }

    /// Refuses apps that are not apart from each other, once the settings are taken over: what goes
    /// on keeps its folders and its place until the server starts again.
    private func checkApart(
        _ configuration: Configuration,
        _ apps: [AppName: AppState]
    ) throws(CommandFailure) {
        try PlaceCheck.requireApart(configuration.apps)
        let future = configuration.apps.map { app in
            guard let state = apps[app.name], goesOn(state, configuration) else { return app }
            return state.configuration
        }
        do throws(CommandFailure) {
            try AppConfiguration.check(future)
            try PlaceCheck.requireApart(future)
        } catch {
            throw CommandFailure(
                error.exitCode,
                error.message + " An app that is open keeps its folders, its key and its link base "
                    + "until the server starts again."
            )
        }
    }

    /// Removes the stores of apps that were dropped, and that nobody has open, until the server
    /// ends: what is left goes at the next start.
    func removeDropped(_ configuration: Configuration) {
        for app in configuration.dropped where !isEnding {
            let log = surroundings.log(of: app.name)
            guard let life = app.life else {
                let reason = "no life in its section tells which store it had"
                log.write(.appFailed(reason: "The folder \(app.store) is not removed: \(reason)."))
                continue
            }
            do throws(DroppedStore.Obstacle) {
                let store = DroppedStore(app.store, of: life)
                if try store.remove(while: { !self.isEnding }) { log.write(.appRemoved) }
            } catch {
                log.write(.appNotRemoved(folder: app.store, error))
            }
        }
    }
}

extension CommandFailure {
    /// Why a store takes no changes any more.
    fileprivate init(of path: String, _ reason: StopReason) {
        switch reason {
        case .diskFailed(let sentence): self.init(.inputOutput, sentence)
        case .damaged(let what): self.init(.badData, DamageWatch.text(path, what))
        }
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
