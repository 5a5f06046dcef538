import CommandLineInterface
import Glibc

/// What the disk can do at best: appends of one page, each made durable before the next.
///
/// No store on this disk acknowledges one write at a time faster than this.
struct DiskFloor {
    private let folder: String
    private let duration: Duration
    private let interruption: Interruption

    /// A page of memory and of the store.
    private static let pageByteCount = 4096

    /// Measures in a folder for a while.
    init(folder: String, duration: Duration, interruption: Interruption) {
        self.folder = folder
        self.duration = duration
        self.interruption = interruption
    }

    /// Appends until the time is over, and returns how long each append took.
    func run() throws -> (latency: Histogram, seconds: Double) {
        let path = folder + "/notelet-bench.\(getpid()).floor"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        unlink(path)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0x5A, count: DiskFloor.pageByteCount)
        var latency = Histogram()
        let start = ContinuousClock.now
        var now = start
        while now < start + duration, !interruption.hasHappened {
            guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0
            else { throw failure(path) }
            let end = ContinuousClock.now
            latency.record(nanoseconds: UInt64(max(now.duration(to: end) / .nanoseconds(1), 0)))
            now = end
        }
        return (latency, start.duration(to: now) / .seconds(1))
    }

    private func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            .inputOutput,
            "The file \(path) cannot be written: \(String(cString: strerror(errno)))."
        )
    }
}
