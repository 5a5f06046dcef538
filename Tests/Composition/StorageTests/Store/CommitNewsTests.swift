import AccountRules
import AccountStorage
import Dispatch
import Domain
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct CommitNewsTests {
    let store: TestStore

    init() throws {
        store = try TestStore()
    }

    @Test func aFeedThatGrewIsToldOnceDurableAndOnlyThen() throws {
        let heard = Mutex<[Set<UserNumber>]>([])
        store.store.observe { news in heard.withLock { $0.append(Set(news.changedUsers)) } }
        // One by one: those of several commits may be told together.
        let sender = try store.account("sender")
        store.store.awaitNews()
        let receiver = try store.account("receiver")
        store.store.awaitNews()
        try store.send("a", from: sender, to: receiver)
        #expect(throws: DomainError.refused(.messageNotFound)) {
            try store.write { transaction throws(DomainError) in
                _ = try transaction.send("b", from: sender, to: receiver)
                throw .refused(.messageNotFound)
            }
        }
        _ = try store.guest()
        store.store.awaitNews()
        #expect(heard.withLock { $0 } == [[sender], [receiver], [sender, receiver]])
        #expect(try store.sent(by: sender).items.count == 1, "a refused write leaves no trace")
    }

    @Test func jobsOfOneCommitMakeOneNews() throws {
        let heard = Mutex<[CommitNews]>([])
        let (first, second) = (try store.account("a"), try store.account("b"))
        store.store.observe { news in heard.withLock { $0.append(news) } }
        let entered = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        // While the writer is held here, the others gather to be committed together.
        done.enter()
        store.store.write(.ordinary) { _ throws(DomainError) in
            entered.signal()
            gate.passPatiently()
        } completion: { _ in
            done.leave()
        }
        try entered.waitPatiently()
        for user in [first, second] {
            done.enter()
            store.store.write(.ordinary) { transaction throws(DomainError) in
                guard let stored = try transaction.user(user) else { return }
                try transaction.update(stored)
            } completion: { _ in
                done.leave()
            }
        }
        gate.signal()
        try #require(done.wait(timeout: .now() + 60) == .success)
        store.store.awaitNews()
        #expect(heard.withLock { $0.map { Set($0.changedUsers) } } == [[first, second]])
    }

    @Test func nothingIsLostWhereCommitsAreToldTogether() throws {
        let heard = Mutex<[CommitNews]>([])
        let (first, second) = (try store.account("a"), try store.account("b"))
        store.store.awaitNews()
        store.store.observe { news in heard.withLock { $0.append(news) } }
        for count in 0..<200 {
            try store.send("\(count)", from: first, to: second)
        }
        store.store.awaitNews()
        let told = heard.withLock { $0 }
        #expect(told.allSatisfy { !$0.changedUsers.isEmpty })
        #expect(told.flatMap(\.changedUsers).count { $0 == second } == 200)
    }

    @Test func whoWatchesIsToldAfterWhoWrites() throws {
        let (sender, receiver) = (try store.account("sender"), try store.account("receiver"))
        let heard = Mutex<[CommitNews]>([])
        store.store.observe { news in heard.withLock { $0.append(news) } }
        let heardBefore = Mutex<Int?>(nil)
        let done = DispatchSemaphore(value: 0)
        store.store.write(.ordinary) { transaction throws(DomainError) in
            _ = try transaction.send("a", from: sender, to: receiver)
        } completion: { _ in
            heardBefore.withLock { $0 = heard.withLock(\.count) }
            done.signal()
        }
        try done.waitPatiently()
        store.store.awaitNews()
        #expect(heardBefore.withLock { $0 } == 0)
        #expect(heard.withLock { $0.map { Set($0.changedUsers) } } == [[sender, receiver]])
    }

    @Test func rightsThatEndAreToldBeforeAnybodyHearsOfIt() throws {
        let user = try store.account("somebody")
        let heard = Mutex<[CommitNews]>([])
        store.store.observe { news in heard.withLock { $0.append(news) } }
        let heardBefore = Mutex<[CommitNews]>([])
        let done = DispatchSemaphore(value: 0)
        store.store.write(.ordinary) { transaction throws(DomainError) in
            try transaction.remove(user, at: .epoch)
        } completion: { _ in
            heardBefore.withLock { $0 = heard.withLock(\.self) }
            done.signal()
        }
        try done.waitPatiently()
        #expect(heardBefore.withLock { $0.map(\.hasErasure) } == [true])
    }

    @Test func noWriteWaitsForWhoIsTold() throws {
        let (sender, receiver) = (try store.account("sender"), try store.account("receiver"))
        let gate = DispatchSemaphore(value: 0)
        store.store.observe { _ in gate.passPatiently() }
        let done = DispatchGroup()
        for text in ["a", "b"] {
            done.enter()
            store.store.write(.ordinary) { transaction throws(DomainError) in
                _ = try transaction.send(text, from: sender, to: receiver)
            } completion: { _ in
                done.leave()
            }
            // Would wait in vain if the second write waited for what is told of the first.
            try #require(done.wait(timeout: .now() + 30) == .success)
        }
        gate.signal()
        gate.signal()
        #expect(try store.sent(by: sender).items.count == 2)
    }

    @Test func aClosedStoreRefuses() throws {
        store.store.close()
        #expect(throws: DomainError.storeUnavailable("The store is closed.")) {
            try store.guest()
        }
        #expect(throws: DomainError.storeUnavailable("The store is closed.")) {
            try store.read { view throws(DomainError) in try view.user(UserNumber(1)) }
        }
    }
}
