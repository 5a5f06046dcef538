internal import Networking

/// The connections of a server on one event loop, and the timer that looks after them.
///
/// `@unchecked Sendable`: what changes is used on the loop's thread alone.
final class ServerLoop: @unchecked Sendable {
    let loop: EventLoop
    private let sweepIntervalNanoseconds: UInt64
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var isSweeping = false

    init(_ loop: EventLoop, sweepIntervalNanoseconds: UInt64) {
        self.loop = loop
        self.sweepIntervalNanoseconds = sweepIntervalNanoseconds
    }

    /// Looks after a connection from now on.
    func insert(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = connection
        guard !isSweeping else { return }
        isSweeping = true
        scheduleSweep()
    }

    /// Lets go of a connection.
    func remove(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
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

    private func scheduleSweep() {
        loop.schedule(afterNanoseconds: sweepIntervalNanoseconds) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        let now = loop.now
        for connection in connections.values { connection.sweep(now: now) }
        isSweeping = !connections.isEmpty
        if isSweeping { scheduleSweep() }
    }
}
