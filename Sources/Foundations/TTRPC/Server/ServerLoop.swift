internal import Locking
internal import Networking

/// The connections of a server on one event loop: their limits, the line of those that wait for
/// room, and the timer that looks after them.
///
/// `@unchecked Sendable`: what changes is used on the loop's thread alone.
final class ServerLoop: @unchecked Sendable {
    let loop: EventLoop
    /// What peers may cost.
    private(set) var limits: ServerLimits
    /// The timeouts of the limits, ready for comparing.
    private(set) var timeoutBounds: ConnectionTimeouts.Bounds
    /// What answers.
    private(set) var routes: RouteTable
    /// The longest deadline of a unary call.
    private(set) var unaryTimeoutMaxNanoseconds: UInt64

    /// What the connections come to.
    let statistics = LoopStatistics()
    /// What their calls come to.
    let calls: CallLedger

    private let loopCount: Int
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var authenticatedCount = 0
    private var isSweeping = false
    /// How many streams are open on the connections.
    var streamCount = 0 {
        didSet { statistics.set(.streams, to: streamCount) }
    }

    /// How many deferred answers this loop's connections wait for, and may.
    private var runningRequestCount = 0 {
        didSet { statistics.set(.runningRequests, to: runningRequestCount) }
    }
    private var runningRequestCountMax: Int
    /// How many of those are of each group that has any.
    private var runningRequestCounts: [RequestGroup: Int] = [:]
    /// The connections that wait for room, by their places; a place is given out once.
    private var line: [UInt64: ServerConnection] = [:] {
        didSet { statistics.set(.waiting, to: line.count) }
    }
    private var firstPlace: UInt64 = 0
    private var nextPlace: UInt64 = 0

    /// Prepares one of `loopCount` loops, each of which has an even share of what all may cost.
    init(
        _ loop: EventLoop,
        _ limits: ServerLimits,
        _ routes: RouteTable,
        _ calls: CallLedger,
        loopCount: Int
    ) {
        self.loop = loop
        self.routes = routes
        self.calls = calls
        self.limits = limits
        self.loopCount = loopCount
        timeoutBounds = ConnectionTimeouts.Bounds(limits)
        unaryTimeoutMaxNanoseconds = limits.unaryTimeoutMax.wholeNanoseconds
        runningRequestCountMax = Self.share(of: limits, loopCount)
    }

    /// Replaces the limits; from any thread.
    func set(_ limits: ServerLimits) {
        loop.execute {
            self.limits = limits
            self.timeoutBounds = ConnectionTimeouts.Bounds(limits)
            self.unaryTimeoutMaxNanoseconds = limits.unaryTimeoutMax.wholeNanoseconds
            self.runningRequestCountMax = Self.share(of: limits, self.loopCount)
            // All try their luck again: those for whom there is no room take a new place.
            while self.callFirstInLine() {}
            for connection in self.connections.values { connection.limitsDidChange() }
        }
    }

    /// Replaces what answers, which nothing else has taken hold of; from any thread.
    func set(_ routes: RouteTable) {
        loop.execute { self.routes = routes }
    }

    /// Looks after a connection from now on.
    func insert(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = connection
        statistics.add(.admitted)
        connectionsDidChange()
        guard !isSweeping else { return }
        isSweeping = true
        scheduleSweep()
    }

    /// Lets go of a connection.
    func remove(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
        if !connection.isStranger { authenticatedCount -= 1 }
        connectionsDidChange()
    }

    /// Counts a connection that has shown who its peer is.
    func strangerDidAuthenticate() {
        authenticatedCount += 1
        connectionsDidChange()
    }

    private func connectionsDidChange() {
        statistics.set(.authenticated, to: authenticatedCount)
        statistics.set(.strangers, to: connections.count - authenticatedCount)
    }

    /// Begins to leave, and ends what is left after `timeout`; from any thread.
    func drain(timeout: UInt64) {
        loop.execute {
            for connection in self.connections.values { connection.drain() }
            self.loop.schedule(afterNanoseconds: timeout) {
                for connection in self.connections.values { connection.endDrain() }
            }
        }
    }

    /// Ends the connections at once, with what they have not sent; from any thread.
    func cutConnections() {
        loop.execute {
            for connection in self.connections.values { connection.socket.abort() }
        }
    }

    private static func share(of limits: ServerLimits, _ loopCount: Int) -> Int {
        max(1, limits.runningRequestCountMax / loopCount)
    }

    private func scheduleSweep() {
        loop.schedule(afterNanoseconds: limits.sweepIntervalNanoseconds) { [weak self] in
            self?.sweep()
        }
    }

    private func sweep() {
        let now = loop.now
        for connection in connections.values { connection.sweep(now: now) }
        isSweeping = !connections.isEmpty
        if isSweeping { scheduleSweep() }
    }
}

extension ServerLoop {
    /// Whether another request may begin.
    var hasRoomForRequests: Bool { runningRequestCount < roomForRequests }

    /// Whether another request of a group may begin: one group takes at most half of the room, two
    /// a third each, and so on, so that there is always room for one more.
    func hasRoom(for group: RequestGroup) -> Bool {
        let free = 2 * runningRequestCountMax - runningRequestCount
        return runningRequestCounts[group, default: 0] < free
    }

    /// Twice as many where requests are told apart by groups, so that each group alone has as much
    /// room as all would have if they were not.
    private var roomForRequests: Int {
        runningRequestCounts.isEmpty ? runningRequestCountMax : 2 * runningRequestCountMax
    }

    /// Counts a request whose answer was deferred.
    func requestDidBegin(in group: RequestGroup?) {
        runningRequestCount += 1
        if let group { runningRequestCounts[group, default: 0] += 1 }
    }

    /// Counts out a request that was answered.
    func requestDidEnd(in group: RequestGroup?) {
        runningRequestCount -= 1
        if let group, let count = runningRequestCounts[group] {
            runningRequestCounts[group] = count > 1 ? count - 1 : nil
        }
        offerRoom()
    }

    /// Lets the connection that waits longest go on, if there is room.
    ///
    /// What it does not use of the room it offers on, when it has done what it can.
    func offerRoom() {
        if !line.isEmpty, hasRoomForRequests { callFirstInLine() }
    }

    /// Puts a connection that has paused at the end of the line.
    func waitForRoom(_ connection: ServerConnection) {
        guard connection.placeInLine == nil else { return }
        connection.placeInLine = nextPlace
        line[nextPlace] = connection
        nextPlace += 1
    }

    /// Takes a connection that has ended out of the line; its room is for others.
    func stopWaiting(_ connection: ServerConnection) {
        if let place = connection.placeInLine { line[place] = nil }
        connection.placeInLine = nil
        offerRoom()
    }

    /// Lets the first connection in the line go on; false if there was none.
    @discardableResult
    private func callFirstInLine() -> Bool {
        while firstPlace < nextPlace {
            let connection = line.removeValue(forKey: firstPlace)
            firstPlace += 1
            guard let connection else { continue }
            connection.placeInLine = nil
            connection.resumeReading()
            return true
        }
        return false
    }
}
