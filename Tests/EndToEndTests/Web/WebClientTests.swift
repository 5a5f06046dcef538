import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

/// The client library over the Connect protocol, against the real server.
@Suite(.timeLimit(.minutes(2)))
struct WebClientTests {
    private let folder = TemporaryDirectory()

    /// Starts a server whose first web address follows its first address.
    private func start(
        at address: String = "http://127.0.0.1:0",
        _ arguments: [String] = []
    ) async throws -> (program: RunningProgram, web: String) {
        let words = ["--web-listen", address, "--shared-address"] + arguments
        let (program, _) = try await startServer(in: folder, words)
        let line = try #require(await program.nextLine())
        return (program, String(try #require(line.split(separator: " ").last)))
    }

    @Test("People sign up, send, answer, read, export and go")
    func mainJob() async throws {
        let (server, web) = try await start()
        let receiver = try await signUp("receiver", at: web)
        let sender = try await signUp("sender", at: web)
        #expect(sender.server == web)
        let link = try #require(try await receiver.link()?.url)
        let key = IdempotencyKey()
        let first = try await sender.send("안녕", toLink: link, idempotencyKey: key)
        let second = try await sender.send("안녕", toLink: link, idempotencyKey: key)
        #expect(first == second)
        let page = try await receiver.pull()
        #expect(page.changes.count > 0)
        var notes: [ReceivedMessage] = []
        for try await note in receiver.inbox().items { notes.append(note) }
        #expect(notes.map(\.content) == ["안녕"])
        try await receiver.answer(notes[0].id, with: "반가워요")
        var partCount = 0
        for try await _ in receiver.export(password: password) { partCount += 1 }
        #expect(partCount > 2)
        try await sender.logOut()
        #expect(try await !sender.isSignedIn())
        await receiver.close()
        let error = await #expect(throws: NoteletError.self) { try await receiver.profile() }
        #expect(error?.code == .unreachable)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A refusal has its reason, its facts and its sentences")
    func refusal() async throws {
        let (server, web) = try await start()
        let sender = try await signUp("sender", at: web)
        let link = String(repeating: "A", count: 22)
        let error = await #expect(throws: NoteletError.self) {
            try await sender.send("안녕", toLink: link)
        }
        #expect(error?.reason == .linkNotFound && error?.code == .refused)
        let texts = RefusalCatalogue.texts(for: .linkNotFound)
        #expect(error?.text(in: "ko") == texts["ko"] && error?.message == texts["en"])
        let wrong = await #expect(throws: NoteletError.self) {
            for try await _ in sender.export(password: "not the password") {}
        }
        #expect(wrong?.reason == .wrongCredentials)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A watch goes on through a server that ends and comes back, with nothing lost")
    func watch() async throws {
        var (server, web) = try await start()
        let receiver = try await signUp("receiver", at: web)
        let sender = try await signUp("sender", at: web)
        let link = try #require(try await receiver.link()?.url)
        let (seen, reports) = (Log<String>(), Log<Bool>())
        let watching = Task {
            let pages = receiver.watch(reporting: { report in
                reports.append(report == .restored)
            })
            for try await page in pages {
                for change in page.changes {
                    if case .received(let note)? = change.kind { seen.append(note.content) }
                }
            }
        }
        try await sender.send("1", toLink: link)
        await seen.wait(forCount: 1)
        #expect(await server.end(by: SIGTERM) == 0)
        await reports.wait(forCount: 1)
        (server, _) = try await start(at: web)
        try await sender.send("2", toLink: link)
        await seen.wait(forCount: 2)
        // One that is killed says nothing.
        #expect(await server.end(by: SIGKILL) != 0)
        (server, _) = try await start(at: web)
        try await sender.send("3", toLink: link)
        await seen.wait(forCount: 3)
        #expect(seen.entries == ["1", "2", "3"])
        #expect(reports.entries.first == false && reports.entries.contains(true))
        watching.cancel()
        let error = await #expect(throws: NoteletError.self) { try await watching.value }
        #expect(error?.code == .cancelled)
        // A stream that somebody had left open would be told that the server ends.
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A reader who has other things to do gets all of 10 MB, each note once")
    func slowReader() async throws {
        let (server, web) = try await start()
        let receiver = try await signUp("receiver", at: web)
        let link = try #require(try await receiver.link()?.url)
        let filling = String(repeating: "📮", count: 1_990)
        let noteCount = 1_300
        try await withThrowingTaskGroup { group in
            for index in 0..<4 {
                let sender = try await signUp("sender\(index)", at: web)
                group.addTask {
                    for number in stride(from: index, to: noteCount, by: 4) {
                        let text = "\(number) \(filling)"
                        try await sender.send(text, toLink: link, signed: .username)
                    }
                }
            }
            try await group.waitForAll()
        }
        var numbers: [Int] = []
        for try await page in receiver.watch() {
            for case .received(let note)? in page.changes.map(\.kind) {
                numbers.append(Int(note.content.prefix { $0 != " " }) ?? -1)
            }
            if page.isUpToDate { break }
            for _ in 0..<20 { _ = try await receiver.profile() }
        }
        #expect(numbers.sorted() == Array(0..<noteCount))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A server whose certificate the system does not trust is not spoken to")
    func untrusted() async throws {
        let authority = CertificateAuthority()
        let issued = authority.issue()
        let (server, web) = try await start(
            at: "https://127.0.0.1:0",
            ["--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath]
        )
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = 1
        let notelet = try Notelet(web, configuration: configuration)
        let error = await #expect(throws: NoteletError.self) { try await notelet.check() }
        // FoundationNetworking has words for it, and no code of its own.
        #expect([.handshakeFailed, .unreachable].contains(error?.code))
        #expect(error?.message.contains("certificate") == true)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("At https:// no files of certificates are taken, and none are passed over in silence")
    func files() throws {
        var configuration = NoteletConfiguration()
        configuration.authorityFile = "/etc/ssl/certs/ca-certificates.crt"
        let error = #expect(throws: NoteletError.self) {
            try Notelet("https://example.com", configuration: configuration)
        }
        #expect(error?.code == .unusableCertificate)
        #expect(try Notelet("http://example.com:80/").server == "http://example.com")
    }
}
