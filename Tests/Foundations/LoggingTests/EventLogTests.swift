import Foundation
import Glibc
import Locking
import TestSupport
import Testing

@testable import Logging

@Suite("Event log", .timeLimit(.minutes(1)))
struct EventLogTests {
    @Test("Events are written in their order, those below the level left out")
    func eventsAreWritten() {
        let pipe = Pipe()
        let log = EventLog(descriptor: pipe.writer)
        log.write(Remark.number(1))
        log.write(Remark.number(2, level: .debug))
        log.setLevel(.debug)
        #expect(log.includes(.debug))
        log.write(Remark.number(3, level: .debug))
        log.setLevel(.error)
        #expect(!log.includes(.warning))
        log.write(Remark.number(4, level: .warning))
        log.write(Remark.number(5, level: .error))
        #expect(log.close())
        #expect(pipe.numbers() == [1, 3, 5])
    }

    @Test("What comes after the end is not written, and a second end is none")
    func endIsTheEnd() {
        let pipe = Pipe()
        let log = EventLog(descriptor: pipe.writer)
        #expect(log.close() && log.close())
        log.write(Remark.number(1))
        #expect(pipe.numbers() == [])
    }

    @Test("Lines of many threads stay whole and in the order of each, or are counted as lost")
    func threadsShareALog() {
        let pipe = Pipe()
        let log = EventLog(descriptor: pipe.writer, level: .debug)
        let reader = pipe.readToEnd()
        let (threadCount, eventCount) = (4, 20_000)
        DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
            for number in 0..<eventCount {
                log.write(Remark.number(thread * eventCount + number, level: .debug))
            }
        }
        #expect(log.close(timeout: .seconds(30)))
        pipe.closeWriter()
        let lines = reader.lines()
        let numbers = lines.compactMap { $0.number(of: "number") }
        let lost = lines.compactMap { $0.number(of: "count") }.reduce(0, +)
        #expect(numbers.count + lost == threadCount * eventCount)
        #expect(log.lostLineCount == lost)
        for thread in 0..<threadCount {
            let own = numbers.filter { $0 / eventCount == thread }
            #expect(own == own.sorted() && Set(own).count == own.count)
        }
    }

    @Test("A reader that has stopped costs lines and not time, and what matters has its room")
    func stoppedReaderIsNotWaitedFor() {
        let pipe = Pipe()
        let log = EventLog(descriptor: pipe.writer, level: .debug)
        // Far more than a pipe and the queue take; nobody reads.
        let count = 50_000
        for number in 0..<count { log.write(Remark.number(number, level: .debug)) }
        log.write(Remark.number(-1))
        #expect(!log.close(timeout: .milliseconds(1)))
        let reader = pipe.readToEnd()
        #expect(log.close(timeout: .seconds(30)))
        pipe.closeWriter()
        let lines = reader.lines()
        let numbers = lines.compactMap { $0.number(of: "number") }
        let lost = lines.compactMap { $0.number(of: "count") }.reduce(0, +)
        #expect(lost > 0 && numbers.count + lost == count + 1)
        #expect(numbers.last == -1)
        #expect(lines.last?.contains("level=warning event=lines-lost") == true)
    }

    @Test("A descriptor that is gone, or that does not block, is no harm")
    func descriptorsVary() {
        signal(SIGPIPE, SIG_IGN)
        let broken = Pipe()
        let log = EventLog(descriptor: broken.writer)
        broken.closeReader()
        log.write(Remark.number(1))
        #expect(log.close())

        let pipe = Pipe()
        #expect(fcntl(pipe.writer, F_SETFL, O_NONBLOCK) == 0)
        let other = EventLog(descriptor: pipe.writer, level: .info)
        let long = String(repeating: "x", count: 1 << 20)
        other.write(Remark { $0.add("text", long) })
        let reader = pipe.readToEnd()
        #expect(other.close(timeout: .seconds(30)))
        pipe.closeWriter()
        #expect(reader.lines().first?.utf8.count ?? 0 > long.utf8.count)
    }

    @Test("A queue is bounded, and keeps room for what matters more than single requests")
    func queueIsBounded() {
        let queue = LogQueue()
        let time = EventTime.now()
        for number in 0..<5_000 {
            let isFirst = queue.append(
                LogEntry(event: Remark.number(number, level: .debug), time: time)
            )
            #expect(isFirst == (number == 0))
        }
        for number in 0..<500 {
            _ = queue.append(LogEntry(event: Remark.number(number), time: time))
        }
        var entries: [LogEntry] = []
        #expect(queue.take(&entries) == 5_500 - LogQueue.entryCountMax)
        #expect(entries.count == LogQueue.entryCountMax)
        #expect(entries.filter { $0.event.level == .info }.count == 256)
        entries = []
        #expect(queue.take(&entries) == 0 && entries.isEmpty)
    }
}

/// A pipe, both of whose ends close with it.
private final class Pipe {
    private(set) var reader: Int32 = -1
    private(set) var writer: Int32 = -1

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "A test can have a pipe.")
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        closeWriter()
        closeReader()
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    func closeReader() {
        if reader >= 0 { close(reader) }
        reader = -1
    }

    /// Begins to read on a thread of its own.
    func readToEnd() -> PipeReader {
        PipeReader(reader)
    }

    /// The field `number` of all lines, after closing the writing end.
    func numbers() -> [Int] {
        closeWriter()
        return PipeReader(reader).lines().compactMap { $0.number(of: "number") }
    }
}

/// Reads a pipe until its end.
private final class PipeReader: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let end = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { break }
                bytes.withLock { $0 += chunk[..<count] }
            }
            end.signal()
        }
    }

    /// The lines, once all are there; each must have its end.
    func lines() -> [String] {
        #expect(end.passPatiently())
        let text = bytes.withLock { String(decoding: $0, as: UTF8.self) }
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return text.split(separator: "\n").map(String.init)
    }
}

extension String {
    /// The whole number of a field.
    fileprivate func number(of key: String) -> Int? {
        split(separator: " ").first { $0.hasPrefix(key + "=") }
            .flatMap { Int($0.dropFirst(key.count + 1)) }
    }
}
