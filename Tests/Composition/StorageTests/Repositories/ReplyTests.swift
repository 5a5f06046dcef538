import Domain
import Records
import Testing

@Suite struct ReplyTests {
    let store: TestStore

    init() throws {
        store = try TestStore()
    }

    private func keep(
        _ reply: KeptReply,
        for key: ScopedKey,
        at moment: Instant
    ) throws(DomainError) {
        try store.write { transaction throws(DomainError) in
            try transaction.keep(reply, for: key, at: moment)
        }
    }

    private func reply(for key: ScopedKey, at moment: Instant) throws(DomainError) -> KeptReply? {
        try store.read { view throws(DomainError) in try view.reply(for: key, at: moment) }
    }

    @Test func aReplyIsGoodTodayAndTheTwoDaysAfter() throws {
        let key = ScopedKey(user: UserNumber(1), key: try IdempotencyKey("k"))
        let reply = KeptReply(requestDigest: [1, 2], reply: [3])
        try keep(reply, for: key, at: .epoch)
        #expect(try self.reply(for: key, at: .epoch) == reply)
        #expect(try self.reply(for: key, at: .epoch.adding(seconds: 2 * 86_400)) == reply)
        #expect(try self.reply(for: key, at: .epoch.adding(seconds: 3 * 86_400)) == nil)
        #expect(try self.reply(for: key, at: Instant(milliseconds: 0)) == nil)
    }

    /// How it is found on the writer's thread, which decides, and on another one.
    private func replies(
        for key: ScopedKey,
        at moment: Instant
    ) throws(DomainError) -> [KeptReply?] {
        let decided = try store.write { transaction throws(DomainError) in
            try transaction.reply(for: key, at: moment)
        }
        return [decided, try reply(for: key, at: moment)]
    }

    @Test func aReplyIsFoundWhenTheClockWasSetBackOverMidnight() throws {
        let key = ScopedKey(user: UserNumber(1), key: try IdempotencyKey("k"))
        let reply = KeptReply(requestDigest: [1], reply: [2])
        let midnight = Instant(seconds: 86_400 * Int64(Instant.epoch.dayNumber))
        try keep(reply, for: key, at: midnight)
        let week: Int64 = 7 * 86_400
        for seconds in [1, 3_600, 3_601, 13 * 3_600, 4 * 86_400, week] as [Int64] {
            let moment = midnight.adding(seconds: -seconds)
            #expect(try replies(for: key, at: moment) == [reply, reply], "\(seconds)")
        }
        let before = midnight.adding(seconds: -week).adding(milliseconds: -1)
        #expect(try replies(for: key, at: before) == [nil, nil])
        try store.reopen()
        #expect(try replies(for: key, at: midnight.adding(seconds: -week)) == [reply, reply])
    }

    @Test func repliesOfAClockThatWasFarAheadHideNoOthers() throws {
        let (near, far) = (try IdempotencyKey("near"), try IdempotencyKey("far"))
        let reply = KeptReply(requestDigest: [1], reply: [2])
        let year: Int64 = 365 * 86_400
        let user = UserNumber(1)
        try keep(reply, for: ScopedKey(user: user, key: far), at: .epoch.adding(seconds: year))
        try keep(reply, for: ScopedKey(user: user, key: near), at: .epoch)
        for day in [-3, -1, 0, 1] as [Int64] {
            let moment = Instant.epoch.adding(seconds: day * 86_400)
            let found = try replies(for: ScopedKey(user: user, key: near), at: moment)
            #expect(found == [reply, reply], "\(day)")
            #expect(try replies(for: ScopedKey(user: user, key: far), at: moment) == [nil, nil])
        }
    }

    @Test func keysOfTwoUsersAreTwo() throws {
        let key = try IdempotencyKey("k")
        let reply = KeptReply(requestDigest: [], reply: [])
        try keep(reply, for: ScopedKey(user: .nobody, key: key), at: .epoch)
        #expect(try self.reply(for: ScopedKey(user: .nobody, key: key), at: .epoch) == reply)
        #expect(try self.reply(for: ScopedKey(user: UserNumber(1), key: key), at: .epoch) == nil)
        let other = ScopedKey(user: .nobody, key: try IdempotencyKey("K"))
        #expect(try self.reply(for: other, at: .epoch) == nil)
    }

    @Test func expiredRepliesGoInBoundedSteps() throws {
        let reply = KeptReply(requestDigest: [1], reply: [2])
        for index in 0..<5 {
            let key = ScopedKey(user: UserNumber(1), key: try IdempotencyKey("k\(index)"))
            try keep(reply, for: key, at: .epoch)
        }
        let today = ScopedKey(user: UserNumber(1), key: try IdempotencyKey("k"))
        let now = Instant.epoch.adding(seconds: 3 * 86_400)
        try keep(reply, for: today, at: now)
        func delete(at moment: Instant) throws(DomainError) -> Bool {
            try store.write { transaction throws(DomainError) in
                try transaction.deleteExpiredReplies(at: moment, recordCountMax: 2)
            }
        }
        #expect(try !delete(at: .epoch))
        #expect(try !delete(at: Instant(milliseconds: 0)))
        #expect(try [delete(at: now), delete(at: now), delete(at: now)] == [true, true, false])
        #expect(try self.reply(for: today, at: now) == reply)
    }
}
