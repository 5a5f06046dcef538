import Glibc

/// Whoever started the server and wants to know how it is, such as systemd; perhaps nobody.
struct ServiceManager: Sendable {
    /// How often the manager wants a sign of life; nil where it does not ask for any.
    let watchdogInterval: Duration?

    private let socket: NotifySocket?

    /// How much longer than the calls the end of the process may take.
    private static let closingTime = Duration.seconds(20)

    /// Finds the manager in the environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    init(environment: [String: String]) {
        socket = environment["NOTIFY_SOCKET"].flatMap(NotifySocket.init)
        let isOurs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogInterval = isOurs && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// Says what goes on before the server is ready.
    func tell(status: String) {
        socket?.send(["STATUS=\(status)"])
    }

    /// Says that the server serves.
    func tellReady(addresses: [String]) {
        socket?.send(["READY=1", "STATUS=Serving on \(addresses.joined(separator: ", "))."])
    }

    /// Says that the settings are being read again; `tellReady` has to follow.
    func tellReloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        socket?.send(["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"])
    }

    /// Says that the server is ending, and that calls may go on for so long.
    func tellStopping(drainTime: Duration) {
        let microseconds = (drainTime + Self.closingTime) / .microseconds(1)
        socket?.send([
            "STOPPING=1",
            "STATUS=Finishing the calls that are under way.",
            "EXTEND_TIMEOUT_USEC=\(UInt64(microseconds))",
        ])
    }

    /// Gives a sign of life.
    func tellAlive() {
        socket?.send(["WATCHDOG=1"])
    }
}
