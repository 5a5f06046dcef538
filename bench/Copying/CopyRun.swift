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
        /// How long a start takes to its first screen, from the copy alone.
        var coldStart: Duration = .zero
        /// How long a screen takes that is deep in the list, page by page, on average.
        var page: Duration = .zero
    }

    /// How many notes a screen shows.
    private static let screenNoteCount = 50

    let server: ServerChild
    let folder: URL

    /// Copies everything of the first user of a population, and begins anew without a server.
    func run() async throws -> Result {
        var result = Result()
        result.memoryByteCountBefore = Self.memoryByteCount("VmRSS")
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
        result.memoryByteCountMax = Self.memoryByteCount("VmHWM")
        await application.close()
        result.fileByteCount = try fileByteCount()
    }

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

    /// What the kernel says of the memory of this process.
    private static func memoryByteCount(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }
}
