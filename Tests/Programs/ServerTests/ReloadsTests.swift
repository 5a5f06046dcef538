import Dispatch
import TestSupport
import Testing

@testable import notelet_server

/// Settings that are read again.
@Suite("Reloads", .timeLimit(.minutes(1)))
struct ReloadsTests {
    @Test("They come one after the other, and those that are ordered meanwhile are one")
    func oneAtATime() async throws {
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let reloads = Reloads(ServiceManager(environment: [:]), []) {
            begin.yield()
            // As an opening does that takes long.
            gate.passPatiently()
        }
        var beginnings = begun.makeAsyncIterator()
        reloads.order()
        await beginnings.next()
        for _ in 0..<3 { reloads.order() }
        gate.signal()
        await beginnings.next()
        reloads.end()
        gate.signal()
        await reloads.waitUntilEnded()
        begin.finish()
        let more: Void? = await beginnings.next()
        #expect(more == nil)
    }

    @Test("One that takes long keeps nobody waiting, and says nothing behind the end")
    func longReload() async throws {
        let folder = TemporaryDirectory()
        let socket = ManagerSocket(folder.path("manager"))
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": folder.path("manager")])
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let reloads = Reloads(manager, ["tcp://127.0.0.1:1"]) {
            begin.yield()
            gate.passPatiently()
        }
        var beginnings = begun.makeAsyncIterator()
        reloads.order()
        await beginnings.next()
        #expect(socket.next()?.first == "RELOADING=1")
        reloads.order()
        reloads.end()
        gate.signal()
        await reloads.waitUntilEnded()
        #expect(!socket.hasMessage)
    }

    @Test("What comes first is done before settings are read, and what hangs is waited for so long")
    func firstWork() async throws {
        let gate = DispatchSemaphore(value: 0)
        let (done, doing) = AsyncStream<String>.makeStream()
        let reloads = Reloads(
            ServiceManager(environment: [:]),
            [],
            after: {
                gate.passPatiently()
                doing.yield("first")
            }
        ) {
            doing.yield("reload")
            gate.passPatiently()
        }
        reloads.order()
        #expect(!reloads.hasEnded(within: .milliseconds(10)))
        gate.signal()
        var order = done.makeAsyncIterator()
        #expect(await order.next() == "first")
        #expect(await order.next() == "reload")
        reloads.end()
        #expect(!reloads.hasEnded(within: .milliseconds(10)))
        gate.signal()
        await reloads.waitUntilEnded()
        #expect(reloads.hasEnded(within: .zero))
    }
}
