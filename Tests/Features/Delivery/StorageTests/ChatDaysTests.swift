import AccountRules
import AccountStorage
import DeliveryRules
import Domain
import RuleTestSupport
import StorageEngine
import Testing

@testable import DeliveryStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// What is said about an order is forgotten when its days are over.
@Suite struct ChatDaysTests {
    private let stage: PositionStage
    private let midnight = Instant.epoch.toTheDay.adding(seconds: 86_400)
    private var feed: SharedFeed { .ofChannel(stage.order.number) }

    init() throws {
        stage = try PositionStage()
    }

    @discardableResult
    private func say(
        _ number: Int,
        by person: UserNumber,
        _ seconds: Int64
    ) throws(DomainError) -> ChatMessage {
        let (id, now) = (stage.order.id, midnight.adding(seconds: seconds))
        return try stage.write { transaction throws(DomainError) in
            let new = try NewText("\(number)", clientID: [UInt8(number)])
            return try transaction.say(new, about: id, by: .account(person), .at(now)).message
        }
    }

    private func dispatch(_ number: Int, _ seconds: Int64) throws(DomainError) {
        let (id, now) = (stage.order.id, midnight.adding(seconds: seconds))
        try stage.write { transaction throws(DomainError) in
            let new = try NewText("\(number)", clientID: [UInt8(number)])
            _ = try transaction.dispatch(new, about: id, by: PositionStage.root, .at(now))
        }
    }

    @discardableResult
    private func read(_ number: UInt64, by person: UserNumber) throws(DomainError) -> UInt64 {
        let id = stage.order.id
        return try stage.write { transaction throws(DomainError) in
            try transaction.markRead(number, about: id, by: .account(person)).number
        }
    }

    /// Forgets in pieces what was said before a day; answers how many pieces that took.
    @discardableResult
    private func clear(before day: UInt32, recordCountMax: Int = 10) throws -> Int {
        var (count, isLeft) = (0, true)
        while isLeft {
            isLeft = try stage.write { transaction throws(DomainError) in
                try transaction.clearMessages(before: day, recordCountMax: recordCountMax)
            }
            count += 1
        }
        return count
    }

    private func texts() throws -> [String] {
        try stage.store.read { view throws(DomainError) in
            try view.firstRows(of: Schema.chatMessages).map(\.text)
        }
    }

    /// The places of the feed of the channel that are taken.
    private func places() throws -> [UInt64] {
        try stage.store.read { view throws(DomainError) in
            let table = Schema.sharedChanges
            return try view.firstKeys(of: table, .all(of: feed), countMax: 1_000)
                .map(\.sequence.rawValue)
        }
    }

    @Test func messagesGoWhenTheirDaysAreOver() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        // Up to the last moment of a day, and from the first one of the next on.
        for number in 1...7 { try say(number, by: rider, -1) }
        try dispatch(8, 0)
        try say(9, by: shopper, 1)
        try read(9, by: shopper)
        let day = midnight.dayNumber
        #expect(try clear(before: day - 1) == 1)
        #expect(try texts().count == 9)
        #expect(try clear(before: day) > 3)
        #expect(try texts() == ["8", "9"] && places() == [8, 9, 10])
        try stage.store.read { view throws(DomainError) in
            #expect(try !view.hasMessages(before: day))
            #expect(try view.hasMessages(before: day + 1))
            for table in [Schema.chatNames.id, Schema.chatByDay.id] {
                #expect(try view.count(.all, in: table, 100) == 2)
            }
            #expect(try view.isEmpty(.all(of: rider), in: Schema.sayings.id))
        }
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func noNumberIsGivenTwiceWhereAllIsForgotten() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        let day = midnight.dayNumber
        for number in 1...3 { try say(number, by: rider, -1) }
        try clear(before: day)
        #expect(try texts().isEmpty && places() == [3])
        #expect(try say(4, by: shopper, 0).number == 4)
        // Its mark is beyond what is gone, and what told of that goes with the next message.
        #expect(try read(.max, by: rider) == 4)
        try clear(before: day + 1)
        #expect(try texts().isEmpty && places() == [5])
        // The same name says something new once it is forgotten.
        #expect(try say(4, by: shopper, 86_400).number == 6)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func peopleGoWithTheLastMessageOfAnOrderThatIsOver() throws {
        let (rider, shopper, other) = (stage.rider, stage.shopper, stage.other)
        let id = stage.order.id
        try stage.write { transaction throws(DomainError) in
            let invited = transaction.userID(of: other)
            try transaction.invite(invited, to: id, by: PositionStage.root, .atEpoch)
        }
        try say(1, by: rider, -1)
        for person in [shopper, other] { try read(.max, by: person) }
        let day = midnight.dayNumber
        // As long as it is not over, whoever was put there is to be told what comes.
        try clear(before: day)
        func people() throws -> [ChannelPerson] {
            try stage.store.read { view throws(DomainError) in
                try view.channelPeople(of: stage.order.number)
            }
        }
        #expect(try people().map(\.isInvited) == [false, true])
        try stage.complete()
        try say(2, by: rider, 0)
        try clear(before: day)
        #expect(try people().count == 2)
        try clear(before: day + 1)
        #expect(try people().isEmpty && places().count == 1)
        try stage.store.read { view throws(DomainError) in
            #expect(try view.isEmpty(.all, in: Schema.channelsOfPeople.id))
        }
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func whoGoesLeavesNothingToForget() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        try say(1, by: rider, -1)
        try say(2, by: shopper, -1)
        try stage.store.removeAndErase(rider)
        try stage.store.read { view throws(DomainError) in
            #expect(try view.count(.all, in: Schema.chatByDay.id, 100) == 1)
        }
        try clear(before: midnight.dayNumber)
        #expect(try texts().isEmpty)
        #expect(try stage.store.findings().isEmpty)
    }
}
