internal import Connect
package import Domain
package import HTTP
internal import Locking
package import Serving
package import TTRPC

/// The doors of all apps behind the listeners of HTTP: which of them a request comes to, its host
/// and its path say.
///
/// The place of an app is its own while its store is not open, too: what comes there is refused,
/// and never taken for a request to another one.
package final class WebDoors: HTTPHandler {
    private let state = Mutex(State())
    /// The room for calls that wait, at all doors.
    private let room = WebRoom()
    private let refusals: Refusals

    private struct State {
        /// Those with the longest paths first, the one for whatever is left last.
        var entries: [Entry] = []
        var limits: ServerLimits?
        /// What apps have here whatever becomes of their doors, those included that are gone.
        var parts: [AppName: Part] = [:]

        /// How many calls may wait: no more than the listeners can have connections, since each
        /// holds one; nil where there is no other app to leave room for.
        var callCountMax: Int? {
            guard entries.count > 1, let limits else { return nil }
            return 2 * min(limits.runningRequestCountMax, limits.connectionCountMax / 2)
        }

        /// What an app has here, made where it was never here before.
        ///
        /// All apps have the same methods, so that any that had a door tells which there are.
        mutating func part(
            of app: AppName,
            _ configuration: WebConfiguration,
            in room: WebRoom
        ) -> Part {
            var part = parts[app] ?? Part(share: WebRoom.Share(of: room))
            if part.counting == nil {
                let other = parts.values.lazy.compactMap(\.counting).first
                part.counting = other?.emptied(for: configuration.callObserver)
            }
            parts[app] = part
            return part
        }
    }

    /// What an app has here whatever becomes of its door.
    private struct Part {
        let share: WebRoom.Share
        /// What counts its calls; nil until one of the apps has had a door.
        var counting: WebCounting?
    }

    /// Where an app is.
    private struct Entry {
        let app: AppName
        let configuration: WebConfiguration
        /// Nil while the app is shut.
        let door: WebDoor?
    }

    /// Knows of no app.
    ///
    /// - Parameter refusals: Counts the refusals of calls to apps that are shut.
    package init(countingIn refusals: Refusals = Refusals()) {
        self.refusals = refusals
    }

    /// Takes note of where an app is that is shut.
    package func add(_ app: AppName, at configuration: WebConfiguration) {
        replace(app, with: Entry(app: app, configuration: configuration, door: nil))
    }

    /// Opens a door for an app, at the place that is its own from now on.
    ///
    /// - Parameters:
    ///   - app: Which one.
    ///   - configuration: What is set of its door, its place above all.
    ///   - makeDoor: Makes the door, by what is set and what it shares with the others.
    package func open(
        _ app: AppName,
        at configuration: WebConfiguration,
        _ makeDoor: (WebConfiguration) -> WebDoor
    ) {
        var configuration = configuration
        let limits = state.withLock { state in
            let part = state.part(of: app, configuration, in: room)
            configuration.room = part.share
            configuration.counting = part.counting
            return state.limits
        }
        let door = makeDoor(configuration)
        if let limits { door.set(limits) }
        state.withLock { $0.parts[app]?.counting = door.counting }
        replace(app, with: Entry(app: app, configuration: door.configuration, door: door))
    }

    /// Shuts the door of an app, whose place stays its own, and ends its streams.
    package func shut(_ app: AppName) {
        guard let entry = entry(of: app) else { return }
        entry.door?.endStreams(.refused(.appUnavailable(app: app.text)))
        add(app, at: entry.configuration)
    }

    /// Shuts the door of an app for good, and ends its streams.
    package func remove(_ app: AppName) {
        entry(of: app)?.door?.endStreams(.refused(.appNotFound(app: app.text)))
        replace(app, with: nil)
    }

    private func entry(of app: AppName) -> Entry? {
        state.withLock { state in state.entries.first { $0.app == app } }
    }

    /// Puts what is known of an app in the place of what was.
    private func replace(_ app: AppName, with entry: Entry?) {
        state.withLock { state in
            let others = state.entries.filter { $0.app != app }
            state.entries = (others + (entry.map { [$0] } ?? [])).sorted { left, right in
                let (left, right) = (left.configuration.place, right.configuration.place)
                if (left.host == nil) != (right.host == nil) { return right.host == nil }
                return left.basePath.utf8.count > right.basePath.utf8.count
            }
            room.set(callCountMax: state.callCountMax)
        }
    }

    /// Replaces the limits of all.
    package func set(_ limits: ServerLimits) {
        state.withLock { state in
            state.limits = limits
            room.set(callCountMax: state.callCountMax)
        }
        for door in open { door.set(limits) }
    }

    /// Ends the streams of all.
    package func endStreams() {
        for door in open { door.endStreams() }
    }

    /// What calls have come to, at all doors since the start.
    package var statistics: WebStatistics {
        let (doors, parts) = state.withLock { ($0.entries.compactMap(\.door), $0.parts.values) }
        return WebStatistics(
            methods: parts.compactMap(\.counting).reduce([]) { $0.adding($1.statistics) },
            runningRequestCount: room.waitingCallCount,
            streamCount: doors.reduce(0) { $0 + $1.streams.count }
        )
    }

    /// How many calls to an app have ended, those included that were refused while it was shut.
    package func callCount(of app: AppName) -> UInt64 {
        state.withLock { $0.parts[app]?.counting }?.callCount ?? 0
    }

    private var open: [WebDoor] { state.withLock { $0.entries.compactMap(\.door) } }

    /// Has the door answer that the request comes to.
    package func receive(_ request: borrowing HTTPRequest) -> HTTPReception {
        guard let entry = entry(for: request) else {
            return .answer(HTTPResponse(.notFound, line: "There is no app at this address."))
        }
        return entry.door?.receive(request) ?? .answer(refusal(of: request, to: entry))
    }

    private func entry(for request: borrowing HTTPRequest) -> Entry? {
        let entries = state.withLock { $0.entries }
        let (name, path) = (request.header("host") ?? "", request.path)
        // Mostly there is one app, wherever it is called.
        lazy var host = WebPlace.host(named: name)
        return entries.first { $0.configuration.place.takes(host, path) }
    }
}

// Apps that are shut.
extension WebDoors {
    /// The answer to a request to an app that is shut.
    private func refusal(of request: borrowing HTTPRequest, to entry: Entry) -> HTTPResponse {
        let configuration = entry.configuration
        let peer = WebPeer(request, configuration)
        if let refusal = configuration.admission.refusal(of: request, from: peer) { return refusal }
        let path = String(request.path.dropFirst(configuration.place.basePath.count))
        if request.verb == "GET" || request.verb == "HEAD" {
            if var page = configuration.pagesWhenShut?(path) {
                page.headers += peer.headers
                return page
            }
        } else if let refusal = peer.refusal(of: request) {
            return refusal
        }
        let error = DomainError.refused(.appUnavailable(app: entry.app.text))
        guard let call = call(request, for: path, of: entry) else {
            return .failed(ConnectError(Status(error)), headers: peer.headers)
        }
        let status = refusals.status(of: error)
        call.end(status.code)
        return .failed(ConnectError(status), headers: peer.headers)
    }

    /// What counts a request; nil where it is no call.
    private func call(
        _ request: borrowing HTTPRequest,
        for path: String,
        of entry: Entry
    ) -> WebCounting.Call? {
        let part = state.withLock { $0.part(of: entry.app, entry.configuration, in: room) }
        guard let counting = part.counting, let method = counting.method(at: path) else {
            return nil
        }
        let connection = ObjectIdentifier(request.connection)
        return WebCounting.Call(counting: counting, method: method, connection: connection)
    }
}

extension [MethodStatistics] {
    /// The same with what was counted of the same methods elsewhere, and with the methods that were
    /// counted there alone.
    package func adding(_ others: [MethodStatistics]) -> [MethodStatistics] {
        var byMethod = Dictionary(uniqueKeysWithValues: others.map { ($0.method, $0) })
        let sums = map { statistics in
            var sum = statistics
            if let other = byMethod.removeValue(forKey: statistics.method) { sum.add(other) }
            return sum
        }
        return sums + others.filter { byMethod[$0.method] != nil }
    }
}
