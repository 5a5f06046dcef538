import Dispatch
import Glibc
import TTRPC

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

    /// Asks for as much time again as the end may take: the server goes on, though slowly.
    func tellMoreTime() {
        let microseconds = Self.closingTime / .microseconds(1)
        socket?.send(["EXTEND_TIMEOUT_USEC=\(UInt64(microseconds))"])
    }

    /// How often that is to be asked for, so that no time runs out between two times.
    static let extensionInterval = closingTime / 2

    /// Gives a sign of life.
    func tellAlive() {
        socket?.send(["WATCHDOG=1"])
    }
}

/// Asks the service manager for more time, again and again, while stores are opened or closed: how
/// long that takes their sizes and disks tell alone.
struct TimeExtension {
    private let timer: any DispatchSourceTimer

    /// Begins to ask, after an interval for the first time.
    init(_ manager: ServiceManager, each interval: Duration = ServiceManager.extensionInterval) {
        // Not with tasks, all of whose threads may wait for a disk.
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "time extension"))
        let seconds = interval / .seconds(1)
        timer.schedule(deadline: .now() + seconds, repeating: seconds)
        timer.setEventHandler { manager.tellMoreTime() }
        timer.resume()
    }

    /// Asks for no more.
    func end() {
        timer.cancel()
    }
}

/// Gives the service manager signs of life, twice as often as it wants them, for as long as the
/// server's threads go on: the manager can end a server that hangs and start another.
struct Watchdog {
    private let rounds: Task<Void, Never>

    /// Begins at once; nil where nobody wants to know.
    init?(_ manager: ServiceManager, _ server: Server) {
        guard let interval = manager.watchdogInterval else { return nil }
        rounds = Task {
            while !Task.isCancelled {
                await server.waitForTurn()
                manager.tellAlive()
                // Throws only when the rounds end, which the loop looks at itself.
                try? await Task.sleep(for: interval / 2)
            }
        }
    }

    /// Ends the signs of life.
    func stop() {
        rounds.cancel()
    }
}

/// Listening sockets that a service manager has opened for the server, as sd_listen_fds(3)
/// describes them: they come as descriptors from 3 on.
enum InheritedSockets {
    private static let firstDescriptor: Int32 = 3
    /// Nobody passes more; it keeps a wrong number from being counted to.
    private static let countMax: Int32 = 1_024

    /// The descriptors that the environment names, by `LISTEN_FDS` for the process `LISTEN_PID`.
    static func descriptors(environment: [String: String]) -> [Int32] {
        guard environment["LISTEN_PID"] == String(getpid()),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }),
            (1...countMax).contains(count)
        else { return [] }
        return Array(firstDescriptor..<(firstDescriptor + count))
    }
}
