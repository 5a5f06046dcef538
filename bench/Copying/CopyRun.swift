import CommandLineInterface
import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline

/// What an application waits for that keeps a copy: the first one of an account, and the first
/// screen of a later start without a server.
struct CopyRun {
    /// What came of it.
    struct Result {
        /// How many notes the copy has.
        var noteCount = 0
        /// How long the first copy took, from the log-in on.
        var firstCopy: Duration = .zero
        /// How long the first notes of it took to be there to show.
        var firstNotes: Duration = .zero
        /// What the file takes.
        var fileByteCount = 0
        /// The most memory that the process took, of which a part is the program's.
        var memoryByteCountMax = 0
        /// How much of it there was before the copy.
        var memoryByteCountBefore = 0
        /// What so many observers take that wait, on both sides, and what stays of them.
        var observers = Observers()
        /// How long a start takes to its first screen, from the copy alone.
        var coldStart: Duration = .zero
        /// How long a screen takes that is deep in the list, page by page, on average.
        var page: Duration = .zero
    }

    /// What observers take of memory.
    struct Observers {
        /// How many there are at a time.
        var count = 0
        /// The memory of this process and of the server's, in bytes, before there were any.
        var before = (client: 0, server: 0)
        /// While all of them wait.
        var meanwhile = (client: 0, server: 0)
        /// After the first of them were let go of.
        var afterFirst = (client: 0, server: 0)
        /// After as many were made and let go of again and again.
        var afterLast = (client: 0, server: 0)
        /// How often.
        var roundCount = 0
    }

    /// How many notes a screen shows.
    private static let screenNoteCount = 50

    let server: ServerChild
    let folder: URL
    /// How many observers wait at a time.
    let observerCount: Int

    /// Copies everything of the first user of a population, and begins anew without a server.
    func run() async throws -> Result {
        var result = Result()
        result.memoryByteCountBefore = ResidentMemory.byteCount(ofProcess: getpid()) ?? 0
        try await copy(&result)
        server.stop()
        try await start(&result)
        return result
    }

    private func copy(_ result: inout Result) async throws {
        let application = try OfflineApplication(server.address, in: folder)
        _ = try await application.auth.login(
            email: Population.email(ofUserAt: 0),
            password: Population.password
        )
        let begin = ContinuousClock.now
        let newest = application.messages.observeMessages(.received, countMax: 1)
        for await notes in newest where !notes.isEmpty { break }
        result.firstNotes = begin.duration(to: .now)
        for await state in application.sync.observeState() where state == .upToDate { break }
        result.firstCopy = begin.duration(to: .now)
        result.memoryByteCountMax = ResidentMemory.byteCountMax
        result.observers = try await observe(application)
        await application.close()
        result.fileByteCount = try fileByteCount()
    }

    /// Makes observers that wait, and lets go of them, several times.
    private func observe(_ application: OfflineApplication) async throws -> Observers {
        var observers = Observers()
        observers.count = observerCount
        observers.roundCount = Self.observingRoundCount
        observers.before = memoryOfBoth
        for round in 0..<observers.roundCount {
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let waiting = (0..<observerCount).map { _ in
                Task {
                    let notes = application.messages.observeMessages(.received, countMax: 1)
                    for await _ in notes { beginning.yield() }
                }
            }
            var begunCount = 0
            if observerCount > 0 {
                for await _ in begun {
                    begunCount += 1
                    if begunCount == observerCount { break }
                }
            }
            if round == 0 { observers.meanwhile = memoryOfBoth }
            for task in waiting { task.cancel() }
            for task in waiting { await task.value }
            if round == 0 { observers.afterFirst = memoryOfBoth }
        }
        observers.afterLast = memoryOfBoth
        return observers
    }

    private var memoryOfBoth: (client: Int, server: Int) {
        ResidentMemory.giveBack()
        return (
            ResidentMemory.byteCount(ofProcess: getpid()) ?? 0,
            ResidentMemory.byteCount(ofProcess: server.processIdentifier) ?? 0
        )
    }

    /// How often observers are made and let go of: what stays of each time would be seen.
    private static let observingRoundCount = 10

    private func start(_ result: inout Result) async throws {
        let begin = ContinuousClock.now
        let application = try OfflineApplication(server.address, in: folder)
        let screen = application.messages.observeMessages(
            .received,
            countMax: Self.screenNoteCount
        )
        for await _ in screen { break }
        result.coldStart = begin.duration(to: .now)
        var pageCount = 0
        let paging = ContinuousClock.now
        for type in [HistoryType.received, .sent] {
            let pages = application.messages.messagePages(type, pageSize: Self.screenNoteCount)
            for try await page in pages {
                pageCount += 1
                result.noteCount += page.count
            }
        }
        result.page = paging.duration(to: .now) / max(1, pageCount)
        await application.close()
    }

    private func fileByteCount() throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.filter { $0.contains(".sqlite") }.reduce(0) { sum, name in
            let path = folder.appendingPathComponent(name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return sum + ((attributes[.size] as? Int) ?? 0)
        }
    }
}
