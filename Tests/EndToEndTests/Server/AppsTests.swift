import Foundation
import NoteletClient
import TestSupport
import Testing

/// Several apps in one server: real binaries, real sockets, real signals.
@Suite("Several apps", .timeLimit(.minutes(2)))
struct AppsTests {
    private let folder = TemporaryDirectory()

    private var settings: String { folder.path("server.conf") }

    private func store(_ name: String) -> String { folder.path(name) }

    /// Writes the file of settings: the default app, and sections.
    private func write(_ sections: String..., server lines: String = "") throws {
        let text = """
            store = \(store("store"))
            listen = tcp://127.0.0.1:0
            metrics-listen = http://127.0.0.1:0
            \(lines)

            """
        try (text + sections.joined(separator: "\n")).write(
            toFile: settings,
            atomically: true,
            encoding: .utf8
        )
    }

    private func section(_ name: String, _ lines: String = "") -> String {
        "[app \(name)]\nstore = \(store(name))\n\(lines)\n"
    }

    private func start() throws -> RunningProgram {
        try RunningProgram("notelet-server", ["--config", settings, "--shared-address"])
    }

    /// A server that is ready, with where it serves and is measured.
    private func started() async throws -> (RunningProgram, address: String, pages: String) {
        let server = try start()
        let address = try #require(await server.nextLine())
        let pages = try #require(await server.nextLine())
        return (server, address, pages)
    }

    private func refusal(
        _ body: () async throws(NoteletError) -> Void
    ) async -> NoteletError? {
        do throws(NoteletError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("Accounts, links and notes of one app are nothing to another")
    func appsAreApart() async throws {
        try write(section("letters", "link-base = https://letters.example/receive/"))
        let (server, address, pages) = try await started()
        let alice = try await signUp("alice", at: address)
        let other = try await signUp("alice", at: address + "?app=letters")
        #expect(other.server == address + "?app=letters")
        let link = try #require(try await other.link())
        #expect(link.url.hasPrefix("https://letters.example/receive/"))
        let error = await refusal { () async throws(NoteletError) in
            _ = try await alice.send("안녕", toLink: link.token)
        }
        #expect(error?.refusal?.reason == .linkNotFound)
        let friend = try await signUp("bob", at: address + "?app=letters")
        _ = try await friend.send("안녕", toLink: link.token)
        let counts = [try await other.inboxCount(), try await alice.inboxCount()]
        #expect(counts == [1, 0])
        let nowhere = await refusal { () async throws(NoteletError) in
            let stranger = try Notelet(address + "?app=nowhere")
            _ = try await stranger.logIn(email: "a@b.c", password: password)
        }
        #expect(nowhere?.refusal?.reason == .appNotFound)

        let text = try Exposition(PageRequest.get("/metrics", at: pages).body)
        for app in ["default", "letters"] {
            #expect(text.value("notelet_app_open", ["app": app]) == 1)
            #expect(text.sum("notelet_app_calls_total", ["app": app]) > 1)
            #expect(text.value("notelet_store_full", ["app": app]) == 0)
        }
        let lost = try #require(text.value("notelet_refusals_total", ["reason": "APP_NOT_FOUND"]))
        #expect(lost >= 1)
        #expect(try PageRequest.get("/readyz", at: pages).body == "ready\n")
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A reload opens apps whose sections are new, and closes those whose sections are gone")
    func appsComeAndGo() async throws {
        try write()
        let (server, address, pages) = try await started()
        try write(section("letters"))
        server.send(SIGHUP)
        #expect(await server.nextEvent("reloaded") != nil)
        let alice = try await signUp("alice", at: address + "?app=letters")
        try write(section("inbox"))
        server.send(SIGHUP)
        let closed = try #require(await server.nextEvent("app-closed"))
        #expect(closed.contains(" app=letters"))
        #expect(await server.nextEvent("reloaded") != nil)
        let gone = await refusal { () async throws(NoteletError) in _ = try await alice.profile() }
        #expect(gone?.refusal?.reason == .appNotFound)
        _ = try await signUp("carol", at: address + "?app=inbox")
        #expect(FileManager.default.fileExists(atPath: store("letters")))
        // It comes back with all that was in it.
        try write(section("letters"), section("inbox"))
        server.send(SIGHUP)
        #expect(await server.nextEvent("reloaded") != nil)
        #expect(try await alice.profile().username == "alice")
        let text = try Exposition(PageRequest.get("/metrics", at: pages).body)
        #expect(text.value("notelet_app_open", ["app": "inbox"]) == 1)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("An app that was dropped loses its folder at the reload, and its name is free again")
    func droppedApp() async throws {
        try write()
        func admin(_ words: String...) async throws -> ProgramRun {
            try await ProgramRun.run("notelet-admin", words + ["--config", settings])
        }
        #expect(try await admin("app", "add", "letters").exitCode == 0)
        #expect(try await admin("app", "add", "letters").exitCode == 1)
        #expect(try await admin("app", "drop", "inbox", "--yes").exitCode == 1)
        let (server, address, _) = try await started()
        _ = try await signUp("alice", at: address + "?app=letters")
        let list = try await admin("app", "list", "--format", "json").output
        #expect(list.contains(store("letters")) && list.contains("\"open\":true"), "\(list)")
        // Nobody says yes here.
        #expect(try await admin("app", "drop", "letters").exitCode == 64)
        #expect(try await admin("app", "drop", "letters", "--yes").exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: store("letters")))
        #expect(try await admin("app", "add", "letters").exitCode == 1)
        server.send(SIGHUP)
        let removed = try #require(await server.nextEvent("app-removed"))
        #expect(removed.contains(" app=letters"))
        #expect(await server.nextEvent("reloaded") != nil)
        #expect(!FileManager.default.fileExists(atPath: store("letters")))
        #expect(FileManager.default.fileExists(atPath: store("letters.key")))
        // The key of the store that is gone would be taken for that of a lost one.
        let keyed = try await admin("app", "add", "letters")
        #expect(keyed.exitCode == 78 && keyed.errorOutput.contains("there is a key for one"))
        try FileManager.default.removeItem(atPath: store("letters.key"))
        #expect(try await admin("app", "add", "letters").exitCode == 0)
        server.send(SIGHUP)
        #expect(await server.nextEvent("reloaded") != nil)
        _ = try await signUp("alice", at: address + "?app=letters")
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("What was dropped while no server ran is removed at the start, and a section alone never")
    func droppedWhileStopped() async throws {
        try write(section("letters"))
        let (first, _, _) = try await started()
        #expect(await first.end(by: SIGTERM) == 0)
        try write()
        let (second, _, _) = try await started()
        #expect(await second.end(by: SIGTERM) == 0)
        #expect(FileManager.default.fileExists(atPath: store("letters")))
        try write(section("letters"))
        let drop = ["app", "drop", "letters", "--yes", "--config", settings]
        #expect(try await ProgramRun.run("notelet-admin", drop).exitCode == 0)
        let (third, _, _) = try await started()
        #expect(await third.nextEvent("app-removed") != nil)
        #expect(!FileManager.default.fileExists(atPath: store("letters")))
        #expect(await third.end(by: SIGTERM) == 0)
        // A folder with other things, and the store of an app, stay.
        try FileManager.default.createDirectory(
            atPath: folder.path("other/thing"),
            withIntermediateDirectories: true
        )
        let life = "life = 00f3a9127bc4d5e6\n"
        try write("[dropped other]\nstore = \(folder.path("other"))\n" + life)
        let (fourth, _, _) = try await started()
        let left = try #require(await fourth.nextEvent("app-not-removed"))
        #expect(left.contains("other") && left.contains("level=error"), "\(left)")
        #expect(FileManager.default.fileExists(atPath: folder.path("other")))
        #expect(await fourth.end(by: SIGTERM) == 0)
        try write("[dropped own]\nstore = \(store("store"))\n" + life)
        let (fifth, _, _) = try await started()
        let stays = try #require(await fifth.nextEvent("app-not-removed"))
        #expect(stays.contains("another store") && stays.contains("level=info"), "\(stays)")
        #expect(await fifth.end(by: SIGTERM) == 0)
        #expect(FileManager.default.fileExists(atPath: store("store") + "/data/data.mdb"))
    }

    @Test("A reload that names an app where there is something else leaves all as it was")
    func wrongReload() async throws {
        try write(section("letters"))
        let (server, address, _) = try await started()
        try write("[app letters]\nstore = \(store("store"))/letters\n")
        server.send(SIGHUP)
        #expect(await server.nextEvent("reload-failed") != nil)
        _ = try await signUp("alice", at: address + "?app=letters")
        // One that cannot be opened is told of, and opened once it can.
        try write(section("letters"), "[app inbox]\nstore = /nowhere/at/all\n")
        server.send(SIGHUP)
        let line = try #require(await server.nextEvent("app-failed"))
        #expect(line.contains(" app=inbox") && line.contains("/nowhere/at/all"))
        let shut = await refusal { () async throws(NoteletError) in
            var configuration = NoteletConfiguration()
            configuration.retry.attemptCountMax = 1
            _ = try await Notelet(address + "?app=inbox", configuration: configuration)
                .logIn(email: "a@b.c", password: password)
        }
        #expect(shut?.refusal?.reason == .appUnavailable)
        try write(section("letters"), section("inbox"))
        server.send(SIGHUP)
        #expect(await server.nextEvent("reloaded") != nil)
        _ = try await signUp("bob", at: address + "?app=inbox")
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A damaged store leaves the other apps alone, the default one's too", arguments: [0, 1])
    func damagedStore(index: Int) async throws {
        try write(section("letters"))
        let (first, address, _) = try await started()
        let names = ["store", "letters"]
        let suffixes = ["", "?app=letters"]
        for suffix in suffixes { _ = try await signUp("reader", at: address + suffix) }
        #expect(await first.end(by: SIGTERM) == 0)
        let file = URL(filePath: store(names[index]) + "/data/data.mdb")
        var bytes = try Data(contentsOf: file)
        let page = try #require(bytes.range(of: Data("reader@example.com".utf8))).lowerBound / 4096
        bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        try bytes.write(to: file)

        let server = try start()
        let line = try #require(await server.nextEvent("app-failed"))
        #expect(line.contains(" app=\(["default", "letters"][index]) "))
        #expect(line.contains("page \(page) of the table users"))
        let next = try #require(await server.nextLine())
        let pages = try #require(await server.nextLine())
        _ = try await signUp("other", at: next + suffixes[1 - index])
        let shut = await refusal { () async throws(NoteletError) in
            var configuration = NoteletConfiguration()
            configuration.retry.attemptCountMax = 1
            _ = try await Notelet(next + suffixes[index], configuration: configuration)
                .logIn(email: "a@b.c", password: password)
        }
        #expect(shut?.refusal?.reason == .appUnavailable)
        let ready = try PageRequest.get("/readyz", at: pages)
        #expect(ready.status == 200 && ready.body.contains("does not work"))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("Apps all of whose stores are damaged end the server, as one does")
    func allDamaged() async throws {
        try write(section("letters"))
        let (first, _, _) = try await started()
        #expect(await first.end(by: SIGTERM) == 0)
        for name in ["store", "letters"] {
            try Data(count: 65_536).write(to: URL(filePath: store(name) + "/data/data.mdb"))
        }
        let server = try start()
        #expect(await server.waitForEnd() == 65)
    }

    @Test("A file cut short under a running server is told of by its store, and the rest goes on")
    func cutShort() async throws {
        try write(section("letters"))
        let (server, address, _) = try await started()
        let reader = try await signUp("reader", at: address + "?app=letters")
        let other = try await signUp("other", at: address)
        // What is in the log alone is in memory; what is read from the file meets its end.
        #expect(await server.end(by: SIGTERM) == 0)
        let (again, next, _) = try await started()
        _ = (reader, other)
        try FileHandle(forWritingTo: URL(filePath: store("letters") + "/data/data.mdb"))
            .truncate(atOffset: 8_192)
        _ = await refusal { () async throws(NoteletError) in
            var configuration = NoteletConfiguration()
            configuration.retry.attemptCountMax = 1
            configuration.attemptTimeout = .seconds(5)
            _ = try await Notelet(next + "?app=letters", configuration: configuration)
                .logIn(email: "reader@example.com", password: password)
        }
        // Not 65, after which no service manager starts it again.
        #expect(await again.waitForEnd() == 75)
        let mark = store("letters") + "/damaged"
        #expect(FileManager.default.fileExists(atPath: mark))
        #expect(!FileManager.default.fileExists(atPath: store("store") + "/damaged"))
        let last = try start()
        #expect(await last.nextEvent("app-failed")?.contains(" app=letters ") == true)
        let address3 = try #require(await last.nextLine())
        _ = try await signUp("third", at: address3)
        #expect(await last.end(by: SIGTERM) == 0)
    }

    @Test("Over HTTP the host and the path of the link base lead to the app")
    func webPlaces() async throws {
        try write(
            section("letters", "link-base = http://127.0.0.1/letters/receive/"),
            section("inbox", "link-base = https://inbox.example/receive/"),
            server: "web-listen = http://127.0.0.1:0\nadmin-listen = unix://\(folder.path("a"))"
        )
        let server = try start()
        let address = try #require(await server.nextLine())
        let web = try #require(await server.nextLine()?.dropFirst("web ".count)).description
        for suffix in ["", "?app=letters", "?app=inbox"] {
            _ = try await signUp("alice", at: address + suffix)
        }
        func host(_ name: String, _ path: String) async throws -> String {
            try await ProgramRun.run(
                "/usr/bin/curl",
                ["--silent", "--header", "Host: \(name)", web + path]
            ).output
        }
        let link = try await logIn("alice", at: address + "?app=letters").link()
        let page = "/receive/" + (link?.token ?? "")
        #expect(try await host("127.0.0.1", "/letters" + page).contains("/letters/assets/app.css"))
        #expect(try await !host("127.0.0.1", page).contains("<form"))
        #expect(try await !host("inbox.example", page).contains("<form"))
        let inboxLink = try await logIn("alice", at: address + "?app=inbox").link()
        let inbox = "/receive/" + (inboxLink?.token ?? "")
        for name in ["inbox.example", "Inbox.example:443", "inbox.example."] {
            #expect(try await host(name, inbox).contains("<form"), "\(name)")
        }
        #expect(try await !host("other.example", "/letters" + page).contains("<form"))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("Over HTTP an app that is shut says so, and no other one answers for it")
    func shutOverHTTP() async throws {
        let base = "link-base = https://letters.example/receive/"
        try write(
            "[app letters]\nstore = /nowhere/at/all\n\(base)\n",
            section("inbox", "link-base = https://inbox.example/receive/"),
            server: "web-listen = http://127.0.0.1:0\n"
                + "admin-web-listen = unix://\(folder.path("a"))"
        )
        func started() async throws -> (RunningProgram, web: String) {
            let server = try start()
            _ = await server.nextLine()
            let web = try #require(await server.nextLine()?.dropFirst("web ".count)).description
            _ = await server.nextLine()
            return (server, web)
        }
        func page(_ place: [String]) async throws -> String {
            let form = ["--silent", "--write-out", "%{http_code}"]
            return try await ProgramRun.run("/usr/bin/curl", form + place).output
        }
        let (first, web) = try await started()
        let shut = try await page(["--header", "Host: letters.example", web + "/app"])
        #expect(shut.contains("APP_UNAVAILABLE") && shut.hasSuffix("503"), "\(shut)")
        #expect(try await page([web + "/app"]).hasSuffix("200"))
        #expect(await first.end(by: SIGTERM) == 0)

        // The default app is shut too, and operators find the server's pages all the same.
        try FileManager.default.removeItem(atPath: store("store"))
        try Data().write(to: URL(filePath: store("store")))
        let (second, next) = try await started()
        #expect(try await page([next + "/app"]).hasSuffix("503"))
        let ofInbox = ["--header", "Host: inbox.example"]
        #expect(try await page(ofInbox + [next + "/app"]).hasSuffix("200"))
        func operators(_ path: String) async throws -> String {
            try await page(["--unix-socket", folder.path("a"), "http://localhost\(path)"])
        }
        let list = try await operators("/")
        #expect(list.contains("default: it does not work") && list.hasSuffix("503"), "\(list)")
        #expect(list.contains("inbox: it works; its page is /apps/inbox/"), "\(list)")
        for path in ["/metrics", "/apps/letters/metrics", "/apps/inbox/"] {
            #expect(try await operators(path).hasSuffix("200"), "\(path)")
        }
        #expect(await second.end(by: SIGTERM) == 0)
    }

    /// Somebody who has an account, over a connection of their own.
    private func logIn(_ name: String, at address: String) async throws -> Notelet {
        let notelet = try Notelet(address)
        try await notelet.logIn(email: "\(name)@example.com", password: password)
        return notelet
    }
}

extension Notelet {
    /// How many notes somebody has received.
    fileprivate func inboxCount() async throws -> Int {
        var count = 0
        for try await _ in inbox().items { count += 1 }
        return count
    }
}
