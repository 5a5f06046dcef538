private import Dispatch
private import Foundation
private import Glibc
private import Locking

/// Writes a line for each event, on a thread of its own.
///
/// Whoever logs never waits: not for the disk, not for a reader that has stopped, not for another
/// thread. What cannot be taken is lost, and a later line says how many those were.
package final class EventLog: Sendable {
    private let descriptor: Int32
    private let format: LogFormat
    private let queue = LogQueue()
    private let levelWeight: Atomic<UInt8>
    private let isClosing = Atomic<Bool>(false)
    /// Signalled when there is something to write, or no more to come.
    private let work = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    /// Begins a log on an open file descriptor, which stays open; it goes on until `close`.
    ///
    /// - Parameters:
    ///   - descriptor: Where lines go.
    ///   - format: How they are written.
    ///   - level: What is left out: events below it.
    package init(
        descriptor: Int32 = STDERR_FILENO,
        format: LogFormat = .logfmt,
        level: LogLevel = .info
    ) {
        self.descriptor = descriptor
        self.format = format
        levelWeight = Atomic(level.weight)
        let thread = Thread { self.run() }
        thread.name = "log"
        thread.start()
    }

    /// Whether events of a level are written now.
    package func includes(_ level: LogLevel) -> Bool {
        level.weight >= levelWeight.load(ordering: .relaxed)
    }

    /// Leaves out events below a level from now on.
    package func setLevel(_ level: LogLevel) {
        levelWeight.store(level.weight, ordering: .relaxed)
    }

    /// Has a line written about an event, unless its level is left out; from any thread.
    package func write(_ event: some LogEvent) {
        guard includes(event.level) else { return }
        if queue.append(LogEntry(event: event, time: .now())) { work.signal() }
    }

    /// How many events have been lost since the beginning.
    package var lostLineCount: Int { queue.lostCountInAll }

    /// Ends the log, and waits for what is still to be written, so long at most.
    ///
    /// Events that come later are not written.
    ///
    /// - Returns: Whether all was written.
    @discardableResult
    package func close(timeout: Duration = .seconds(1)) -> Bool {
        isClosing.store(true, ordering: .releasing)
        work.signal()
        let (seconds, attoseconds) = timeout.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        guard end.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else {
            return false
        }
        // For whoever closes a second time.
        end.signal()
        return true
    }
}

/// The writing thread.
extension EventLog {
    /// How many bytes are written at once, so that a burst needs little memory.
    private static let chunkByteCount = 64 << 10

    private func run() {
        var entries: [LogEntry] = []
        entries.reserveCapacity(LogQueue.entryCountMax)
        var isLast = false
        while !isLast {
            work.wait()
            // Read before the queue: what was logged before the end is still written.
            isLast = isClosing.load(ordering: .acquiring)
            let lostCount = queue.take(&entries)
            write(entries)
            if lostCount > 0 { write([LogEntry(event: LostLines(count: lostCount), time: .now())]) }
            entries.removeAll(keepingCapacity: true)
        }
        end.signal()
    }

    private func write(_ entries: [LogEntry]) {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += line(entry.event, entry.time)
            if bytes.count >= Self.chunkByteCount { writeOut(&bytes) }
        }
        writeOut(&bytes)
    }

    private func line(_ event: some LogEvent, _ time: EventTime) -> [UInt8] {
        LogLine(event, at: time, format: format).bytes
    }

    /// Writes bytes; what the system does not take is dropped, since nobody is left to tell.
    private func writeOut(_ bytes: inout [UInt8]) {
        defer { bytes.removeAll(keepingCapacity: true) }
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count >= 0 {
                start += count
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Whoever shares the descriptor may have set it to not block.
    private func waitUntilWritable() {
        var descriptors = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&descriptors, 1, -1)
    }
}

/// Lines that were not written, since there were too many or nobody took them.
private struct LostLines: LogEvent {
    let count: Int

    var level: LogLevel { .warning }
    var name: StaticString { "lines-lost" }

    func describe(in line: inout LogLine) {
        line.add("count", count)
    }
}
