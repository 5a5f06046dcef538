package import Metrics
internal import Networking

/// What a server's connections and calls have come to so far.
package struct ServerStatistics: Sendable {
    /// The methods in the order in which they were registered, and behind them the calls of none.
    package let methods: [MethodStatistics]
    /// Connections that were let in.
    package let admittedCount: Int
    /// Open connections whose peers have yet to show who they are.
    package let strangerCount: Int
    /// Open connections whose peers have shown who they are.
    package let authenticatedCount: Int
    /// Of all these, the connections that are not read from until requests of others have ended.
    package let waitingCount: Int
    /// TLS handshakes that are under way.
    package let handshakeCount: Int
    /// TLS handshakes that came to nothing.
    package let failedHandshakeCount: Int
    /// Connections that were turned away, by the reason.
    package let refusedCounts: [(reason: String, count: Int)]
    /// Connections that ended because their peers took too long, by what was waited for.
    package let expiredCounts: [(cause: String, count: Int)]
    /// Calls whose answers were deferred and have not been given.
    package let runningRequestCount: Int
    /// Streams that are open.
    package let streamCount: Int
    /// Bytes that came through sockets.
    package let receivedByteCount: UInt64
    /// Bytes that went through sockets.
    package let sentByteCount: UInt64
}

/// What the calls of one method have come to.
package struct MethodStatistics: Sendable {
    /// The method; nil for all that do not exist.
    package let method: MethodDescriptor?
    /// How many calls ended with each code; with a code that is none, as `unknown`.
    package private(set) var counts: [(code: StatusCode, count: UInt64)]
    /// How long calls took, in nanoseconds; nil for streams, which last as long as callers like.
    package private(set) var times: HistogramReading?

    /// What one tally has counted.
    package struct Reading: Sendable {
        var counts: [UInt64]
        var times: HistogramReading?

        mutating func add(_ other: Reading) {
            for index in counts.indices { counts[index] &+= other.counts[index] }
            if let times = other.times { self.times?.add(times) }
        }
    }

    /// Joins what was counted to the method; nil for all that do not exist.
    package init(_ method: MethodDescriptor?, _ reading: Reading) {
        self.method = method
        var counts = zip(StatusCode.known, reading.counts).map { (code: $0, count: $1) }
        let unknown = counts.firstIndex { $0.code == .unknown } ?? 0
        counts[unknown].count &+= reading.counts.last ?? 0
        self.counts = counts
        times = reading.times
    }

    /// Adds what was counted of the same method elsewhere.
    package mutating func add(_ other: MethodStatistics) {
        precondition(method == other.method, "Only calls of the same method can be added.")
        for index in counts.indices { counts[index].count &+= other.counts[index].count }
        if let more = other.times { times?.add(more) }
    }
}

extension Server {
    /// What has happened so far, as far as the event loops have come; from any thread.
    package var statistics: ServerStatistics { core.statistics }
}

extension ServerCore {
    fileprivate var statistics: ServerStatistics {
        func sum(_ number: LoopStatistics.Number) -> Int {
            loops.reduce(0) { $0 + $1.statistics[number] }
        }
        let traffic = loops.map(\.loop.traffic)
        func sum(_ count: (LoopTraffic) -> UInt64) -> UInt64 {
            traffic.reduce(0) { $0 &+ count($1) }
        }
        return ServerStatistics(
            methods: methodStatistics,
            admittedCount: sum(.admitted),
            strangerCount: sum(.strangers),
            authenticatedCount: sum(.authenticated),
            waitingCount: sum(.waiting),
            handshakeCount: Int(clamping: sum(\.handshakeCount)),
            failedHandshakeCount: Int(clamping: sum(\.failedHandshakeCount)),
            refusedCounts: [
                ("limit", sum(.refusedByLimit)), ("address-limit", sum(.refusedByAddressLimit)),
                ("draining", sum(.refusedByDraining)),
            ],
            expiredCounts: [
                ("first-frame", sum(.expiredFirstFrame)),
                ("authentication", sum(.expiredAuthentication)), ("frame", sum(.expiredFrame)),
                ("idle", sum(.expiredIdle)), ("write-stall", sum(.expiredWriteStall)),
            ],
            runningRequestCount: sum(.runningRequests),
            streamCount: sum(.streams),
            receivedByteCount: sum(\.receivedByteCount),
            sentByteCount: sum(\.sentByteCount)
        )
    }

    private var methodStatistics: [MethodStatistics] {
        var readings = loops[0].calls.readings
        for loop in loops.dropFirst() {
            for (index, reading) in loop.calls.readings.enumerated() {
                readings[index].add(reading)
            }
        }
        let methods = self.methods.map(Optional.some) + [nil]
        return zip(methods, readings).map { MethodStatistics($0, $1) }
    }
}
