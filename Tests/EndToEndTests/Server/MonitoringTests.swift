import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MonitoringTests {
    private let folder = TemporaryDirectory()

    /// A server, where it serves, and where it is looked after.
    private func start(
        _ arguments: [String] = []
    ) async throws -> (program: RunningProgram, address: String, pages: String) {
        let options = ["--shared-address", "--metrics-listen", "http://127.0.0.1:0"]
        let (program, address) = try await startServer(in: folder, options + arguments)
        let pages = try #require(await program.nextLine())
        #expect(pages.hasPrefix("http://127.0.0.1:"))
        return (program, address, pages)
    }

    private func scrape(_ pages: String) throws -> Exposition {
        let page = try PageRequest.get("/metrics", at: pages)
        #expect(page.status == 200)
        #expect(page.head.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
        return try Exposition(page.body)
    }

    @Test
    func whatHappenedIsCountedByTheTimeItsReplyIsThere() async throws {
        let (server, address, pages) = try await start()
        let before = try scrape(pages)
        let connection = try RawConnection(address)
        for index in 0..<9 {
            let method = index < 7 ? "Check" : "Nothing"
            connection.send(UInt32(2 * index + 1), request("notelet.v1.Health", method))
            _ = try connection.receive()
        }
        connection.send(101, request("notelet.v1.Messages", "ListReceived"))
        #expect(try connection.receive()?.code == 16)
        let text = try scrape(pages)
        let check = ["service": "notelet.v1.Health", "method": "Check"]
        let unknown = ["service": "unknown", "method": "unknown", "status": "UNIMPLEMENTED"]
        let list = [
            "service": "notelet.v1.Messages", "method": "ListReceived", "status": "UNAUTHENTICATED",
        ]
        let requests = "notelet_requests_total"
        #expect(text.value(requests, check.merging(["status": "OK"]) { $1 }) == 7)
        #expect(text.value(requests, unknown) == 2 && text.value(requests, list) == 1)
        #expect(text.sum(requests) == 10)
        #expect(text.value("notelet_request_duration_seconds_count", check) == 7)
        let time = try #require(text.value("notelet_request_duration_seconds_sum", check))
        #expect(time > 0 && time < 60)
        let refusals = "notelet_refusals_total"
        #expect(text.value(refusals, ["app": "default", "reason": "NOT_AUTHENTICATED"]) == 1)
        #expect(text.sum(refusals) == 1)
        #expect(text.value("notelet_connections", ["state": "stranger"]) == 1)
        #expect(text.value("notelet_connections_admitted_total") == 1)
        let received = text.sum("notelet_received_bytes_total")
        let sizes = [
            ("Health", "Check", 7), ("Health", "Nothing", 2), ("Messages", "ListReceived", 1),
        ]
        let sent = sizes.reduce(0) { sum, call in
            sum + call.2 * (10 + request("notelet.v1." + call.0, call.1).count)
        }
        #expect(received == Double(sent))
        #expect(text.sum("notelet_sent_bytes_total") > before.sum("notelet_sent_bytes_total"))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test
    func changesStreamsAndPeopleAreCounted() async throws {
        let (server, address, pages) = try await start()
        let reader = try await signUp("reader", at: address)
        let link = try #require(try await reader.link()?.url)
        let before = try scrape(pages)
        let watch = reader.watch()
        let watcher = Task { for try await _ in watch {} }
        for number in 0..<5 {
            _ = try await reader.addContact(name: "\(number)")
        }
        await #expect(throws: (any Error).self) {
            try await reader.addContact(name: "6")
        }
        await #expect(throws: (any Error).self) { try await reader.send("to myself", toLink: link) }
        var text = try scrape(pages)
        func grown(_ name: String, _ labels: [String: String] = [:]) -> Double {
            text.sum(name, labels) - before.sum(name, labels)
        }
        #expect(grown("notelet_requests_total", ["method": "AddContact", "status": "OK"]) == 5)
        #expect(grown("notelet_refusals_total", ["reason": "CONTACT_LIMIT_REACHED"]) == 1)
        #expect(grown("notelet_refusals_total", ["reason": "OWN_LINK"]) == 1)
        #expect(grown("notelet_store_commit_changes_sum") == 7)
        #expect(grown("notelet_store_flush_seconds_count") == 5)
        #expect(grown("notelet_store_commit_bytes_sum") >= 5 * 4_096)
        #expect(grown("notelet_store_log_fill_ratio") > 0)
        // The stream may begin after the calls.
        let patience = Patience()
        while text.sum("notelet_watchers") == 0 {
            try patience.check()
            try await Task.sleep(for: .milliseconds(1))
            text = try scrape(pages)
        }
        #expect(text.value("notelet_streams") == 1)
        #expect(text.sum("notelet_connections", ["state": "authenticated"]) >= 1)
        #expect(text.sum("notelet_store_pages", ["state": "used"]) > 2)
        #expect(text.value("notelet_store_stopped", ["app": "default"]) == 0)
        #expect(await server.end(by: SIGTERM) == 0)
        watcher.cancel()
        _ = await watcher.result
    }

    @Test
    func readinessComesAfterRecoveryAndGoesBeforeTheEnd() async throws {
        let words = ["--metrics-listen", "http://127.0.0.1:0", "--drain-time", "1h"] + patience
        let server = try RunningProgram(
            "notelet-server",
            ["--store", folder.path("store"), "--listen", "tcp://127.0.0.1:0"] + words
        )
        let line = try #require(await server.nextEvent("monitored"))
        let pages = try #require(line.split(separator: "address=").last.map(String.init))
        var page = try PageRequest.get("/readyz", at: pages)
        let opening = Patience()
        while page.status == 503 {
            try opening.check()
            #expect(page.body == "The store is being opened and recovered.\n")
            #expect(try PageRequest.get("/healthz", at: pages).status == 200)
            page = try PageRequest.get("/readyz", at: pages)
        }
        #expect(page.status == 200 && page.body == "ready\n")
        #expect(try scrape(pages).value("notelet_ready") == 1)
        // Whoever takes no replies keeps the server waiting.
        let address = try #require(await server.nextLine())
        let connection = try stalledConnection(to: address, pages: pages)
        server.send(SIGTERM)
        #expect(await server.nextEvent("stopping") != nil)
        page = try PageRequest.get("/readyz", at: pages)
        #expect(page.status == 503)
        #expect(page.body == "The server is ending: it finishes its calls.\n")
        #expect(try PageRequest.get("/healthz", at: pages).status == 200)
        #expect(try scrape(pages).value("notelet_ready") == 0)
        #expect(await server.end(by: SIGTERM) == 128 + SIGTERM)
        withExtendedLifetime(connection) {}
    }

    @Test
    func aServerThatOpensItsStoreIsAliveAndNotReady() async throws {
        let (first, _) = try await startServer(in: folder, [])
        #expect(await first.end(by: SIGTERM) == 0)
        let writer = try ForeignWriter(in: folder.path("store/data"), folder)
        try await writer.waitUntilWriting()
        let words = ["--metrics-listen", "http://127.0.0.1:0"]
        let server = try RunningProgram(
            "notelet-server",
            ["--store", folder.path("store"), "--listen", "tcp://127.0.0.1:0"] + words
        )
        let line = try #require(await server.nextEvent("monitored"))
        let pages = try #require(line.split(separator: "address=").last.map(String.init))
        for _ in 0..<3 {
            #expect(try PageRequest.get("/readyz", at: pages).status == 503)
            #expect(try PageRequest.get("/healthz", at: pages).status == 200)
            let text = try scrape(pages)
            #expect(text.value("notelet_ready") == 0)
            #expect(text.families["notelet_requests_total"] == nil)
        }
        // Who dies lets go of what it had begun.
        #expect(await writer.end() == 128 + SIGKILL)
        #expect(await server.nextEvent("ready") != nil)
        #expect(try PageRequest.get("/readyz", at: pages).status == 200)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test
    func scrapersHurtNeitherEachOtherNorTheService() async throws {
        let (server, address, pages) = try await start()
        let reader = try await signUp("reader", at: address)
        let idle = try (0..<100).map { _ in try PageRequest(at: pages) }
        for request in idle.prefix(50) { request.send("GET /metrics HTTP/1.1\r\n") }
        let slow = try (0..<8).map { _ in try PageRequest(at: pages, receiveByteCount: 4_096) }
        for request in slow { request.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var last = 0.0
                    for _ in 0..<3 {
                        let sum = try scrape(pages).sum("notelet_requests_total")
                        #expect(sum >= last)
                        last = sum
                    }
                }
            }
            group.addTask { for _ in 0..<200 { _ = try await reader.check() } }
            try await group.waitForAll()
        }
        let check = ["method": "Check", "status": "OK"]
        #expect(try scrape(pages).sum("notelet_requests_total", check) == 200)
        #expect(try Exposition(slow[7].page().body).value("notelet_ready") == 1)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test
    func measurementsStayOnThisMachineUnlessToldOtherwise() async throws {
        let words = ["--store", folder.path("store"), "--check-config", "--metrics-listen"]
        let open = try await ProgramRun.run("notelet-server", words + ["http://0.0.0.0:9090"])
        #expect(
            open.exitCode == 78 && open.errorOutput.contains("http://0.0.0.0:9090 can be reached")
        )
        let wrong = try await ProgramRun.run("notelet-server", words + ["https://127.0.0.1:9090"])
        #expect(wrong.exitCode == 64 && wrong.errorOutput.contains("http://127.0.0.1:9090"))
        let told = words + ["http://0.0.0.0:9090", "--insecure"]
        #expect(try await ProgramRun.run("notelet-server", told).exitCode == 0)
        let (server, _, pages) = try await start()
        let taken = try await ProgramRun.run(
            "notelet-server",
            ["--store", folder.path("other"), "--metrics-listen", pages]
        )
        #expect(taken.exitCode == 69 && taken.errorOutput.contains("cannot listen on \(pages)"))
        #expect(await server.end(by: SIGTERM) == 0)
    }
}
