import Dispatch
import HTTP
import Locking
import Logging
import Serving
import StorageEngine
import TTRPC
import TestSupport
import Testing

@testable import notelet_server

@Suite("Monitoring", .timeLimit(.minutes(2)))
struct MonitoringPagesTests {
    private func page(_ path: String, _ life: ServerLife) -> HTTPResponse {
        let start = ProcessStart(version: "7.8.9")
        let pages = MonitoringPages(
            life: life,
            log: EventLog(),
            start: start,
            busyWait: .none,
            passwordThreads: PasswordThreads()
        )
        return pages.page(path)
    }

    @Test("A server without its parts lives, is not ready, and measures the process alone")
    func partsMayBeMissing() throws {
        let life = ServerLife()
        for reason in ["The store is being opened", "The server is ending: it closes"] {
            #expect(page("/healthz", life).status == .ok)
            let readiness = page("/readyz", life)
            #expect(readiness.status == .serviceUnavailable)
            #expect(String(decoding: readiness.body, as: UTF8.self).hasPrefix(reason))
            let metrics = page("/metrics", life)
            let text = try Exposition(String(decoding: metrics.body, as: UTF8.self))
            #expect(text.value("notelet_build_info", ["version": "7.8.9"]) == 1)
            #expect(text.value("notelet_ready") == 0)
            #expect(text.sum("process_resident_memory_bytes") > 1_000_000)
            #expect(text.sum("process_start_time_seconds") > 1_700_000_000)
            life.close()
        }
        #expect(page("/", life).status == .notFound)
    }

    @Test("What is said of a full store is what happens to changes")
    func fullness() {
        #expect(MonitoringPages.line([]) == "ready")
        #expect(StoreFullness.roomLeft.trouble == nil)
        let words = [StoreFullness.reserveLeft, .nothingLeft].map {
            MonitoringPages.line([$0.trouble].compactMap(\.self))
        }
        #expect(words.allSatisfy { $0.hasPrefix("ready, but the store is full") })
        #expect(words.map { $0.contains("the rest goes on") } == [true, false])
        #expect(words[1].contains("any change may be refused"))
    }

    @Test("A loop that hangs misses the beat, is asked once, and is heard when it goes on")
    func hangingLoopsAreFound() async throws {
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let method = MethodDescriptor(service: "test.Service", method: "Hang")
        var router = Router()
        router.registerUnary(method) { _, _, reply in
            begun.signal()
            gate.passPatiently()
            reply.succeed([])
        }
        let server = try Server(router: router)
        let heartbeat = Heartbeat(server)
        #expect(await Self.beat(heartbeat, within: .seconds(30)) != nil)
        let address = try server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let client = try await Client.connect(to: address)
        let call = Task { try await client.call(method, payload: []) }
        try #require(await Self.wait(for: begun))
        for _ in 0..<3 {
            #expect(await Self.beat(heartbeat, within: .milliseconds(20)) == nil)
        }
        gate.signal()
        let delay = try #require(await Self.beat(heartbeat, within: .seconds(30)))
        #expect(delay >= .milliseconds(60))
        #expect(await Self.beat(heartbeat, within: .seconds(30)) != nil)
        _ = try await call.value
        client.close()
        server.shutdown()
    }

    /// Beats on a thread that may be blocked: the answer comes from the threads of tasks.
    private static func beat(_ heartbeat: Heartbeat, within limit: Duration) async -> Duration? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: heartbeat.beat(within: limit))
            }
        }
    }

    /// Waits on a thread that may be blocked; false if there is no signal.
    private static func wait(for semaphore: DispatchSemaphore) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: semaphore.passPatiently())
            }
        }
    }
}
