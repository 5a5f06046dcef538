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

/// What is said about an order, over a store.
@Suite struct ChatTests {
    private let stage: PositionStage
    private var order: Order { stage.order }

    init() throws {
        stage = try PositionStage()
    }

    @discardableResult
    private func say(
        _ text: String,
        _ clientID: [UInt8],
        by person: UserNumber,
        _ seconds: Int64 = 0
    ) throws(DomainError) -> (message: ChatMessage, isNew: Bool) {
        let (id, now) = (order.id, Instant.epoch.adding(seconds: seconds))
        return try stage.write { transaction throws(DomainError) in
            let new = try NewText(text, clientID: clientID)
            return try transaction.say(new, about: id, by: .account(person), .at(now))
        }
    }

    @discardableResult
    private func dispatch(_ text: String, _ clientID: [UInt8]) throws(DomainError) -> ChatMessage {
        let id = order.id
        return try stage.write { transaction throws(DomainError) in
            let new = try NewText(text, clientID: clientID)
            return try transaction.dispatch(new, about: id, by: PositionStage.root, .atEpoch)
        }
    }

    private func read(
        _ number: UInt64,
        by person: UserNumber
    ) throws(DomainError) -> (number: UInt64, others: [ReadMark]) {
        let id = order.id
        return try stage.write { transaction throws(DomainError) in
            try transaction.markRead(number, about: id, by: .account(person))
        }
    }

    private func change(
        _ invited: UserNumber,
        isThere: Bool = true
    ) throws(DomainError) {
        let id = order.id
        try stage.write { transaction throws(DomainError) in
            let invitedID = transaction.userID(of: invited)
            if isThere {
                try transaction.invite(invitedID, to: id, by: PositionStage.root, .atEpoch)
            } else {
                try transaction.removeInvited(invitedID, from: id, by: PositionStage.root, .atEpoch)
            }
        }
    }

    /// What was said, in pages of two, newest first.
    private func messages() throws -> [ChatMessage] {
        try stage.store.read { view throws(DomainError) in
            var (messages, place) = ([ChatMessage](), nil as Domain.Sequence?)
            repeat {
                place = try view.visitMessages(about: order, before: place, limit: 2) { message in
                    messages.append(message)
                    return .next
                }
            } while place != nil
            return messages
        }
    }

    /// What the feed of the channel tells, from its beginning on.
    private func feed() throws -> [ChannelChange] {
        try stage.store.read { view throws(DomainError) in
            let feed = SharedFeed.ofChannel(order.number)
            var changes: [ChannelChange] = []
            _ = try view.visitEntries(of: feed, after: .start, limit: 1_000) {
                entry throws(DomainError) in
                if let change = try view.channelChange(entry, of: feed) { changes.append(change) }
                return .next
            }
            return changes
        }
    }

    @Test func whatIsSaidIsSaidOnceAndInOrder() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        let first = try say("갑니다", [1], by: rider)
        #expect(first.isNew && first.message.number == 1 && first.message.role == .agent)
        let answer = try say("네", [1], by: shopper)
        #expect(answer.isNew && answer.message.number == 2 && answer.message.role == .shopper)
        // The same name of the same person again says nothing more, whatever it says.
        let again = try say("다른 말", [1], by: rider)
        #expect(!again.isNew && again.message == first.message)
        let dispatched = try dispatch("비가 옵니다", [1])
        #expect(dispatched.number == 3 && dispatched.role == .dispatcher)
        #expect(try dispatch("비가 옵니다", [1]) == dispatched)
        #expect(try say("갑니다", [1, 0], by: rider).message.number == 4)
        for isReopened in [false, true] {
            if isReopened { try stage.store.reopen() }
            #expect(try messages().map(\.number) == [4, 3, 2, 1])
            #expect(try messages().map(\.text) == ["갑니다", "비가 옵니다", "네", "갑니다"])
            #expect(try feed() == messages().reversed().map { .said($0) })
        }
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func peopleWriteForADayAfterTheEnd() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        let day: Int64 = 86_400
        let early = try say("갑니다", [1], by: rider, 9 * day)
        try stage.complete()
        try say("두고 갔어요", [2], by: rider, day - 1)
        for person in [rider, shopper] {
            let late = { () throws(DomainError) in
                try say("고맙습니다", [3], by: person, day).message.number
            }
            #expect(try refusal(late) == .orderClosed(status: "completed"))
        }
        // Who is not there is told that, and a retry what was said.
        let nosy = { () throws(DomainError) in
            try say("나도", [1], by: stage.other, day).message.number
        }
        #expect(try refusal(nosy) == .notInChannel)
        let again = try say("갑니다", [1], by: rider, day)
        #expect(!again.isNew && again.message == early.message)
        #expect(try read(2, by: shopper).number == 2)
        #expect(try dispatch("찾았습니다", [1]).number == 4)
    }

    @Test func onlyThoseOfTheOrderAreInItsChannel() throws {
        let (rider, other, shopper) = (stage.rider, stage.other, stage.shopper)
        let nosy = { () throws(DomainError) in try say("나도", [1], by: other).message.number }
        #expect(try refusal(nosy) == .notInChannel)
        #expect(
            try refusal { () throws(DomainError) in try read(1, by: other).number } == .notInChannel
        )
        try change(other)
        try change(other)
        #expect(try say("도울게요", [1], by: other).message.role == .invited)
        try change(other, isThere: false)
        try change(other, isThere: false)
        #expect(
            try refusal { () throws(DomainError) in try say("또", [2], by: other).message.number }
                == .notInChannel
        )
        // Who has the order no longer is out, and who gets it is in.
        try stage.reassign(to: other)
        #expect(try say("제가 갑니다", [3], by: other).message.role == .agent)
        let former = { () throws(DomainError) in try say("저는요", [9], by: rider).message.number }
        #expect(try refusal(former) == .notInChannel)
        try stage.reassign(to: nil)
        #expect(try say("아무도 없나요", [4], by: shopper).message.role == .shopper)
        #expect(
            try refusal { () throws(DomainError) in try say("또", [5], by: other).message.number }
                == .notInChannel
        )
        let unknown = OrderID(OpaqueID(high: 1, low: 2))
        let lost = { () throws(DomainError) in
            try stage.store.read { view throws(DomainError) in
                try view.channel(of: unknown, for: .account(shopper)).role
            }
        }
        #expect(try refusal(lost) == .orderNotFound)
    }

    @Test func marksNeverGoBack() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        #expect(try read(5, by: shopper).number == 0)
        for number in 1...3 { try say("\(number)", [UInt8(number)], by: rider) }
        #expect(try read(2, by: shopper).number == 2)
        #expect(try read(1, by: shopper).number == 2)
        // Beyond the last one means the last one.
        #expect(try read(.max, by: shopper).number == 3)
        let mine = try read(1, by: rider)
        #expect(mine.number == 1 && mine.others == [ReadMark(.shopper, 3)])
        let marks = try feed().filter { if case .read = $0 { true } else { false } }
        #expect(marks == [.read(ReadMark(.shopper, 3)), .read(ReadMark(.agent, 1))])
        // A mark takes the place of the one before it: the feed has one of each person.
        let entries = try stage.store.read { view throws(DomainError) in
            let range = KeyRange.all(of: SharedFeed.ofChannel(order.number))
            return try view.count(range, in: Schema.sharedChanges.id, 100)
        }
        #expect(entries == 5)
        // Of whom the order is no longer nothing is told.
        try stage.reassign(to: stage.other)
        #expect(try read(3, by: shopper).others.isEmpty)
        #expect(try feed().count == 4)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func theMarksOfTheOrdersOwnPeopleComeFirst() throws {
        let (rider, other, shopper) = (stage.rider, stage.other, stage.shopper)
        try say("1", [1], by: rider)
        try change(other)
        for person in [other, shopper, rider] { _ = try read(1, by: person) }
        #expect(try read(1, by: rider).others.map(\.role) == [.shopper, .invited])
        #expect(try read(1, by: shopper).others.map(\.role) == [.agent, .invited])
    }

    @Test func aMarkOutlivesAnInvitation() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        for number in 1...3 { try say("\(number)", [UInt8(number)], by: rider) }
        for person in [shopper, rider] {
            try change(person)
            #expect(try read(3, by: person).number == 3)
            try change(person, isThere: false)
            #expect(try read(1, by: person).number == 3)
        }
        #expect(try read(1, by: shopper).others == [ReadMark(.agent, 3)])
        let people = try stage.store.read { view throws(DomainError) in
            try view.channelPeople(of: order.number)
        }
        #expect(people.count == 2 && people.allSatisfy { !$0.isInvited })
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anOperatorPutsTwentyPeopleIntoAChannel() throws {
        let stage = stage
        for number in 0..<20 { try change(try stage.store.account("invited\(number)")) }
        let last = try stage.store.account("last")
        #expect(
            try refusal { () throws(DomainError) in try change(last) }
                == .channelLimitReached(limit: 20)
        )
        let id = order.id
        let nobody = { () throws(DomainError) in
            try stage.write { transaction throws(DomainError) in
                let foreign = UserID(OpaqueID(high: 1, low: 2))
                try transaction.invite(foreign, to: id, by: PositionStage.root, .atEpoch)
            }
        }
        #expect(try refusal(nobody) == .userNotFound)
    }

    @Test func whoGoesTakesTheWordsAlongAndNoNumber() throws {
        let (rider, other, shopper) = (stage.rider, stage.other, stage.shopper)
        try change(other)
        try say("하나", [1], by: shopper)
        try say("둘", [2], by: other)
        try say("셋", [3], by: other)
        _ = try read(3, by: other)
        try stage.store.removeAndErase(other)
        #expect(try messages().map(\.text) == ["하나"])
        #expect(try feed() == messages().map { .said($0) })
        // What is said next has a number that nobody had.
        #expect(try say("넷", [4], by: rider).message.number > 3)
        try stage.store.read { view throws(DomainError) in
            let rows = try view.firstRows(of: Schema.chatMessages)
            #expect(rows.map(\.text) == ["하나", "넷"] && rows.allSatisfy(\.isLegal))
            #expect(try view.firstRows(of: Schema.channelPeople).isEmpty)
            for table in [Schema.sayings.id, Schema.channelsOfPeople.id] {
                #expect(try view.isEmpty(.all(of: other), in: table))
            }
            #expect(try view.firstRows(of: Schema.chatNames).count == 2)
            // Nothing tells of it, but for the place that was the last one then.
            let range = KeyRange.all(of: SharedFeed.ofChannel(order.number))
            #expect(try view.count(range, in: Schema.sharedChanges.id, 100) == 3)
        }
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anExportHasWhatSomebodySaid() throws {
        let (rider, shopper) = (stage.rider, stage.shopper)
        for number in 1...5 {
            try say("\(number)", [UInt8(number)], by: number % 2 == 0 ? shopper : rider)
        }
        let said = try stage.store.read { view throws(DomainError) in
            var (texts, place) = ([String](), nil as Domain.Sequence?)
            repeat {
                place = try view.visitMessages(saidBy: rider, before: place, limit: 2) { message in
                    texts.append(message.text)
                    return .next
                }
            } while place != nil
            return texts
        }
        #expect(said == ["5", "3", "1"])
    }
}
