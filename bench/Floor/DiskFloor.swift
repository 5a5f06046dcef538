import CommandLineInterface
import Glibc

/// What the disk can do at best: one page after the other, each made durable before the next.
///
/// No store on this disk acknowledges one write at a time faster than this.
struct DiskFloor {
    private let folder: String
    private let placement: Placement
    private let duration: Duration
    private let interruption: Interruption

    /// Where the next page goes.
    enum Placement: String, CaseIterable {
        /// To the end of a file, which grows: its metadata has to become durable too.
        case appended
        /// Over what a file of fixed size held there before, as a log in recycled files does.
        case overwritten
    }

    /// A page of memory and of the store.
    private static let pageByteCount = 4096
    /// The size of the file that is written over: 16 MiB, far more than a second's pages.
    private static let overwrittenPageCount = 4096

    /// Measures in a folder for a while.
    init(
        folder: String,
        placement: Placement = .appended,
        duration: Duration,
        interruption: Interruption
    ) {
        self.folder = folder
        self.placement = placement
        self.duration = duration
        self.interruption = interruption
    }

    /// Writes until the time is over, and returns how long each page took.
    func run() throws -> (latency: Histogram, seconds: Double) {
        let path = folder + "/notelet-bench.\(getpid()).floor"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        unlink(path)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0x5A, count: DiskFloor.pageByteCount)
        if placement == .overwritten {
            for index in 0..<DiskFloor.overwrittenPageCount {
                guard put(page, at: index, descriptor) else { throw failure(path) }
            }
            guard fsync(descriptor) == 0 else { throw failure(path) }
        }
        var latency = Histogram()
        let start = ContinuousClock.now
        var now = start
        var index = 0
        while now < start + duration, !interruption.hasHappened {
            guard put(page, at: index, descriptor), fdatasync(descriptor) == 0
            else { throw failure(path) }
            let end = ContinuousClock.now
            latency.record(nanoseconds: UInt64(max(now.duration(to: end) / .nanoseconds(1), 0)))
            now = end
            index += 1
        }
        return (latency, start.duration(to: now) / .seconds(1))
    }

    private func put(_ page: [UInt8], at index: Int, _ descriptor: Int32) -> Bool {
        let place =
            switch placement {
            case .appended: index
            case .overwritten: index % DiskFloor.overwrittenPageCount
            }
        return pwrite(descriptor, page, page.count, place * page.count) == page.count
    }

    private func failure(_ path: String) -> CommandFailure {
        CommandFailure(
            .inputOutput,
            "The file \(path) cannot be written: \(String(cString: strerror(errno)))."
        )
    }
}
