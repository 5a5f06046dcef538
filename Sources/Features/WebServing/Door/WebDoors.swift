package import HTTP
internal import Locking
package import TTRPC

/// The doors of all apps behind the listeners of HTTP: which of them a request comes to, its host
/// and its path say.
package final class WebDoors: HTTPHandler {
    private let state: Mutex<State>

    private struct State {
        /// Those with the longest paths first, the one for whatever is left last.
        var doors: [WebDoor]
        var limits: ServerLimits?
        /// What the doors had counted that are gone.
        var past: [MethodStatistics] = []
    }

    /// Gathers the doors of apps, each at a place of its own.
    package init(_ doors: [WebDoor]) {
        state = Mutex(State(doors: Self.sorted(doors)))
    }

    private static func sorted(_ doors: [WebDoor]) -> [WebDoor] {
        doors.sorted { left, right in
            let (left, right) = (left.configuration.place, right.configuration.place)
            if (left.host == nil) != (right.host == nil) { return right.host == nil }
            return left.basePath.utf8.count > right.basePath.utf8.count
        }
    }

    /// Opens one more.
    package func add(_ door: WebDoor) {
        let limits = state.withLock { state in
            state.doors = Self.sorted(state.doors + [door])
            return state.limits
        }
        if let limits { door.set(limits) }
    }

    /// Shuts a door, and ends its streams.
    package func remove(_ door: WebDoor) {
        state.withLock { state in
            state.doors.removeAll { $0 === door }
            state.past = state.past.adding(door.statistics.methods)
        }
        door.endStreams()
    }

    /// Replaces the limits of all.
    package func set(_ limits: ServerLimits) {
        let doors = state.withLock { state in
            state.limits = limits
            return state.doors
        }
        for door in doors { door.set(limits) }
    }

    /// Ends the streams of all.
    package func endStreams() {
        for door in all { door.endStreams() }
    }

    /// What calls have come to, at all doors since the start.
    package var statistics: WebStatistics {
        let (doors, past) = state.withLock { ($0.doors, $0.past) }
        let all = doors.map(\.statistics)
        return WebStatistics(
            methods: all.reduce(past) { $0.adding($1.methods) },
            runningRequestCount: all.reduce(0) { $0 + $1.runningRequestCount },
            streamCount: all.reduce(0) { $0 + $1.streamCount }
        )
    }

    private var all: [WebDoor] { state.withLock { $0.doors } }

    /// Has the door answer that the request comes to.
    package func receive(_ request: borrowing HTTPRequest) -> HTTPReception {
        let host = WebPlace.host(named: request.header("host") ?? "")
        let path = request.path
        guard let door = all.first(where: { $0.configuration.place.takes(host, path) }) else {
            return .answer(HTTPResponse(.notFound, line: "There is no app at this address."))
        }
        return door.receive(request)
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
