internal import Connect
package import Domain
package import HTTP
internal import Locking
internal import Serving
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

    private struct State {
        /// Those with the longest paths first, the one for whatever is left last.
        var entries: [Entry] = []
        var limits: ServerLimits?
        /// What the doors had counted that are gone.
        var past: [MethodStatistics] = []
        /// What each app has of the room, whatever becomes of its door.
        var shares: [AppName: WebRoom.Share] = [:]

        /// How many calls may wait: no more than the listeners can have connections, since each
        /// holds one; nil where there is no other app to leave room for.
        var callCountMax: Int? {
            guard entries.count > 1, let limits else { return nil }
            return 2 * min(limits.runningRequestCountMax, limits.connectionCountMax / 2)
        }
    }

    /// Where an app is.
    private struct Entry {
        let app: AppName
        let configuration: WebConfiguration
        /// Nil while the app is shut.
        let door: WebDoor?
    }

    /// Knows of no app.
    package init() {}

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
            let share = state.shares[app] ?? WebRoom.Share(of: room)
            state.shares[app] = share
            configuration.room = share
            return state.limits
        }
        let door = makeDoor(configuration)
        if let limits { door.set(limits) }
        replace(app, with: Entry(app: app, configuration: door.configuration, door: door))
    }

    /// Shuts the door of an app, whose place stays its own, and ends its streams.
    package func shut(_ app: AppName) {
        guard let entry = entry(of: app) else { return }
        // Before the door goes with what it has counted, which the ends of streams are part of.
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
            if let before = state.entries.first(where: { $0.app == app })?.door {
                state.past = state.past.adding(before.statistics.methods)
            }
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
        let (doors, past) = state.withLock { ($0.entries.compactMap(\.door), $0.past) }
        let all = doors.map(\.statistics)
        return WebStatistics(
            methods: all.reduce(past) { $0.adding($1.methods) },
            runningRequestCount: room.waitingCallCount,
            streamCount: all.reduce(0) { $0 + $1.streamCount }
        )
    }

    /// How many calls to an app have ended; 0 while its door is shut.
    package func callCount(of app: AppName) -> UInt64 {
        let methods = entry(of: app)?.door?.statistics.methods ?? []
        return methods.reduce(0) { $1.counts.reduce($0) { $0 &+ $1.count } }
    }

    private var open: [WebDoor] { state.withLock { $0.entries.compactMap(\.door) } }

    /// Has the door answer that the request comes to.
    package func receive(_ request: borrowing HTTPRequest) -> HTTPReception {
        guard let entry = entry(for: request) else {
            return .answer(HTTPResponse(.notFound, line: "There is no app at this address."))
        }
        return entry.door?.receive(request)
            ?? .answer(entry.configuration.refusal(of: request, to: entry.app))
    }

    private func entry(for request: borrowing HTTPRequest) -> Entry? {
        let entries = state.withLock { $0.entries }
        let (name, path) = (request.header("host") ?? "", request.path)
        // Mostly there is one app, wherever it is called.
        lazy var host = WebPlace.host(named: name)
        return entries.first { $0.configuration.place.takes(host, path) }
    }
}

extension WebConfiguration {
    /// The answer to a request to an app that is shut.
    fileprivate func refusal(
        of request: borrowing HTTPRequest,
        to app: AppName
    ) -> HTTPResponse {
        let peer = WebPeer(request, self)
        if let refusal = admission.refusal(of: request, from: peer) { return refusal }
        if request.verb == "GET" || request.verb == "HEAD" {
            let path = String(request.path.dropFirst(place.basePath.count))
            if var page = pagesWhenShut?(path) {
                page.headers += peer.headers
                return page
            }
        } else if let refusal = peer.refusal(of: request) {
            return refusal
        }
        let error = DomainError.refused(.appUnavailable(app: app.text))
        return .failed(ConnectError(Status(error)), headers: peer.headers)
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
