import Domain
import HTTP
import Locking
import LogEngine
import LogStoreTools
import Logging
import Metrics
import Storage
import Serving
import StorageEngine
import TTRPC
import WebServing

/// What those who look after a server may get of it by HTTP: its measurements, whether it lives,
/// and whether it can be given work.
struct MonitoringPages: Sendable {
    let life: ServerLife
    let log: EventLog
    let start: ProcessStart
    let busyWait: BusyWaitBudget
    let passwordThreads: PasswordThreads

    /// How long the threads of a server may take to turn to something new before they count as
    /// hanging: many times what the longest call takes of one.
    private static let patience = Duration.seconds(1)

    /// Answers the request for a page.
    func page(_ path: String) -> HTTPResponse {
        switch path {
        case "/metrics": metrics()
        case "/healthz": health()
        case "/readyz": readiness()
        default: HTTPResponse(.notFound, line: "There are /metrics, /healthz and /readyz.")
        }
    }

    /// 200 while the process lives and its event loops turn.
    private func health() -> HTTPResponse {
        switch life.phase {
        case .recovering, .closed:
            return HTTPResponse(.ok, line: "alive")
        case .serving(let parts), .draining(let parts):
            guard parts.heartbeat.beat(within: Self.patience) != nil else {
                return HTTPResponse(.serviceUnavailable, line: "An event loop does not go on.")
            }
            return HTTPResponse(.ok, line: "alive")
        }
    }

    /// 200 while calls are taken, and changes among them; so with a full store as well, for taking
    /// the server out of service would end reading, deleting and signing in too.
    private func readiness() -> HTTPResponse {
        switch Readiness(life.phase) {
        case .ready(let troubles): HTTPResponse(.ok, line: Self.line(troubles))
        case .notReady(let reason): HTTPResponse(.serviceUnavailable, line: reason)
        }
    }

    /// What is said of a server that takes calls.
    static func line(_ troubles: [String]) -> String {
        troubles.isEmpty ? "ready" : "ready, but \(troubles.joined(separator: "; "))"
    }

    private func metrics() -> HTTPResponse {
        var text = ExpositionText()
        let phase = life.phase
        text.write(start, isReady: Readiness(phase).isReady, busyWait)
        text.write(log)
        switch phase {
        case .recovering, .closed: break
        case .serving(let parts), .draining(let parts):
            // Calls whose replies were sent are counted at the end of their turn.
            text.write(delay: parts.heartbeat.beat(within: Self.patience) ?? Self.patience)
            let statistics = parts.server.statistics
            text.write(calls: statistics, parts.web?.doors.statistics)
            text.write(connections: statistics, web: parts.web?.connectionCount ?? 0)
            text.write(passwordThreads.load)
            text.write(refusalsWithoutApp: parts.apps.served.refusals)
            for app in parts.apps.all { write(app, of: parts, to: &text) }
        }
        return HTTPResponse(.ok, contentType: ExpositionText.contentType, body: text.bytes)
    }
}

extension MonitoringPages {
    /// Writes what is measured of an app; of one that is not open, that it is not.
    private func write(
        _ state: AppState,
        of parts: ServerParts,
        to text: inout ExpositionText
    ) {
        let name = state.configuration.name
        let webCallCount = parts.web?.doors.callCount(of: name) ?? 0
        let callCount = parts.apps.served.callCount(of: name) &+ webCallCount
        text.write(each: MetricLabel("app", name.text)) { text in
            text.write(isAppOpen: state.isOpen, callCount: callCount)
            guard let app = state.running else { return }
            text.write(app.service)
            let activity = app.store.activity
            text.write(commits: activity)
            text.write(room: activity)
            text.write(erasureFilesBehind: app.store.erasureFilesBehind)
            text.write(database: activity.database)
            text.write(leftOut: app.store.leftOutCounts)
            text.write(archive: app.store.archiveCleaning)
            if let scrub = app.store.scrub { text.write(scrub: scrub.progress) }
        }
    }
}

/// Whether a server can be given work, and why not.
private enum Readiness: Equatable {
    /// It can, with what is wrong all the same.
    case ready([String])
    case notReady(String)

    var isReady: Bool { if case .ready = self { true } else { false } }

    init(_ phase: ServerLife.Phase) {
        switch phase {
        case .recovering: self = .notReady("The store is being opened and recovered.")
        case .serving(let parts) where !parts.apps.isAnyWorking:
            self = .notReady("The store takes no changes: its disk has failed.")
        case .serving(let parts): self = .ready(parts.apps.troubles)
        case .draining: self = .notReady("The server is ending: it finishes its calls.")
        case .closed: self = .notReady("The server is ending: it closes its store.")
        }
    }
}
