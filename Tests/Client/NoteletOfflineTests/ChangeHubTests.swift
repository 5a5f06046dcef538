import ClientTestSupport
import Foundation
import Testing

@testable import NoteletOffline

/// Who waits is told, and nothing stays of who does not.
@Suite("Telling changes", .timeLimit(.minutes(1)))
struct ChangeHubTests {
    private let hub = ChangeHub()

    private func waitForWaiters(_ count: Int) async {
        while hub.waiterCount != count, !Task.isCancelled { await Task.yield() }
    }

    @Test("A topic has the version of its last change, several that of the last of them")
    func versions() {
        #expect(hub.version(of: .all) == 0)
        hub.tell(.messages)
        let first = hub.version(of: .messages)
        #expect(first > 0 && hub.version(of: .contacts) == 0 && hub.version(of: .all) == first)
        hub.tell([.contacts, .user])
        #expect(hub.version(of: .contacts) == hub.version(of: .user))
        #expect(hub.version(of: [.messages, .user]) > first && hub.version(of: .messages) == first)
        hub.tell([])
        #expect(hub.version(of: .all) == hub.version(of: .contacts))
        #expect(hub.version(of: []) == 0)
    }

    @Test("Who comes after a change does not wait for it")
    func changesBefore() async {
        let version = hub.version(of: .messages)
        hub.tell(.messages)
        await hub.wait(for: .messages, after: version)
        #expect(hub.waiterCount == 0)
    }

    @Test("Who waits is told of its own topics, and of no other")
    func ownTopics() async {
        let version = hub.version(of: .messages)
        let waiting = Task { [hub] in
            await hub.wait(for: [.messages, .user], after: version)
        }
        await waitForWaiters(1)
        hub.tell([.contacts, .outbox, .sync, .sending])
        #expect(hub.waiterCount == 1)
        hub.tell(.user)
        await waiting.value
        #expect(hub.waiterCount == 0)
    }

    @Test("Who is cancelled waits no longer, before it begins, too")
    func cancellation() async {
        let version = hub.version(of: .all)
        let waiting = Task { [hub] in await hub.wait(for: .all, after: version) }
        await waitForWaiters(1)
        waiting.cancel()
        await waiting.value
        #expect(hub.waiterCount == 0)
        let late = Task { [hub] in
            while !Task.isCancelled { await Task.yield() }
            await hub.wait(for: .all, after: version)
        }
        late.cancel()
        await late.value
        #expect(hub.waiterCount == 0)
    }

    @Test("Cancelling and telling at the same moment lose nobody")
    func races() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                let version = hub.version(of: .messages)
                let waiting = Task { [hub] in await hub.wait(for: .messages, after: version) }
                group.addTask { waiting.cancel() }
                group.addTask { [hub] in hub.tell(.messages) }
                group.addTask { await waiting.value }
            }
        }
        #expect(hub.waiterCount == 0)
    }

    @Test("Who waits for a while is let go of at its end")
    func timeouts() async {
        let version = hub.version(of: .messages)
        await hub.wait(for: .messages, after: version, atMost: .milliseconds(1))
        #expect(hub.waiterCount == 0)
        let waiting = Task { [hub] in
            await hub.wait(for: .messages, after: version, atMost: .seconds(3600))
        }
        await waitForWaiters(1)
        hub.tell(.messages)
        await waiting.value
        #expect(hub.waiterCount == 0)
    }

    @Test("Ten thousand that wait are told by one change, and ten thousand can be let go of")
    func manyWaiters() async {
        let count = 10_000
        let version = hub.version(of: .messages)
        for isTold in [true, false] {
            let waiting = (0..<count).map { _ in
                Task { [hub] in
                    await hub.wait(
                        for: .messages,
                        after: isTold ? version : hub.version(of: .messages)
                    )
                }
            }
            await waitForWaiters(count)
            if isTold { hub.tell(.messages) } else { for task in waiting { task.cancel() } }
            for task in waiting { await task.value }
            #expect(hub.waiterCount == 0)
        }
    }
}

/// A value that a test changes.
private final class Source: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0
    private var reads = 0
    private var isBroken = false

    struct Failure: Error {}

    var readCount: Int { lock.withLock { reads } }

    func set(_ value: Int, isBroken: Bool = false) {
        lock.withLock { (self.value, self.isBroken) = (value, isBroken) }
    }

    func read() throws -> Int {
        try lock.withLock {
            reads += 1
            if isBroken { throw Failure() }
            return value
        }
    }
}

/// A value and its changes, as a stream.
@Suite("Observing values", .timeLimit(.minutes(1)))
struct ObservedValueTests {
    private let hub = ChangeHub()
    private let source = Source()

    private func values() -> AsyncStream<Int> {
        hub.values(of: .messages) { [source] in try source.read() }
    }

    private func waitForWaiters(_ count: Int) async {
        while hub.waiterCount != count, !Task.isCancelled { await Task.yield() }
    }

    @Test("It begins with the value that is there, without a change")
    func beginning() async {
        var values = values().makeAsyncIterator()
        #expect(await values.next() == 0)
        source.set(1)
        hub.tell(.messages)
        #expect(await values.next() == 1)
        #expect(hub.waiterCount == 0)
    }

    @Test("Nothing is read before it is asked for")
    func laziness() async {
        let values = values()
        #expect(source.readCount == 0)
        hub.tell(.messages)
        #expect(source.readCount == 0)
        for await value in values {
            #expect(value == 0)
            break
        }
        #expect(source.readCount == 1)
    }

    @Test("A value that is the same is not given again, nor one of another topic")
    func sameValues() async {
        let seen = Log<Int>()
        let observing = Task { [values = values()] in
            for await value in values { seen.append(value) }
        }
        await seen.wait(forCount: 1)
        await waitForWaiters(1)
        hub.tell(.messages)
        while source.readCount < 2, !Task.isCancelled { await Task.yield() }
        await waitForWaiters(1)
        source.set(5)
        hub.tell(.contacts)
        #expect(hub.waiterCount == 1 && source.readCount == 2)
        hub.tell(.messages)
        await seen.wait(forCount: 2)
        #expect(seen.entries == [0, 5])
        observing.cancel()
        await observing.value
        #expect(hub.waiterCount == 0)
    }

    @Test("Who is slow gets the last value, and none that was in between")
    func coalescing() async {
        var values = values().makeAsyncIterator()
        #expect(await values.next() == 0)
        for value in 1...100 {
            source.set(value)
            hub.tell(.messages)
        }
        #expect(await values.next() == 100)
        #expect(source.readCount == 2)
    }

    @Test("What cannot be read is passed over until the next change")
    func failures() async {
        source.set(1, isBroken: true)
        let seen = Log<Int>()
        let observing = Task { [values = values()] in
            for await value in values { seen.append(value) }
        }
        await waitForWaiters(1)
        #expect(source.readCount == 1)
        source.set(2)
        hub.tell(.messages)
        await seen.wait(forCount: 1)
        source.set(3, isBroken: true)
        hub.tell(.messages)
        while source.readCount < 3, !Task.isCancelled { await Task.yield() }
        await waitForWaiters(1)
        source.set(4)
        hub.tell(.messages)
        await seen.wait(forCount: 2)
        #expect(seen.entries == [2, 4])
        observing.cancel()
        await observing.value
    }

    @Test("A stream ends with its task, and leaves nobody behind")
    func endings() async {
        let observers = (0..<100).map { _ in
            Task { [values = values()] in
                for await _ in values {}
                return true
            }
        }
        await waitForWaiters(100)
        for observer in observers { observer.cancel() }
        for observer in observers { #expect(await observer.value) }
        #expect(hub.waiterCount == 0)
        let reads = source.readCount
        hub.tell(.messages)
        #expect(source.readCount == reads)
    }

    @Test("Each reader of its own stream sees all there is")
    func severalReaders() async {
        var (one, other) = (values().makeAsyncIterator(), values().makeAsyncIterator())
        #expect(await one.next() == 0)
        source.set(1)
        hub.tell(.messages)
        #expect(await one.next() == 1)
        #expect(await other.next() == 1)
    }
}
