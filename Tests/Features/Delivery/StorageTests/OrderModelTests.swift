import AccountRules
import AccountStorage
import DeliveryRules
import Domain
import LedgerRules
import LedgerStorage
import TestSupport
import Testing

@testable import Records
@testable import Storage
@testable import StoreTools

/// Orders under whatever comes, held against a plain model of what they are.
@Suite struct OrderModelTests {
    /// An order as it has to be.
    private struct Expected {
        let order: Order
        var status = OrderStatus.open
        var agent = UserNumber.nobody
        var takenAt: Int64 = 0

        var word: String { status == .inProgress ? "in_progress" : "\(status)" }
        var isClosed: Bool { status == .completed || status == .cancelled }

        mutating func take(by person: UserNumber, at second: Int64) {
            (status, agent, takenAt) = (.inProgress, person, second)
        }

        mutating func giveBack() { (status, agent) = (.open, .nobody) }
    }

    private let stage: DeliveryStage
    private var orders: [Expected] = []
    private var cash: [UserNumber: Int64] = [:]
    private var second: Int64 = 0
    private var agents: [UserNumber] { [stage.anna, stage.ben] }

    init() throws {
        stage = try DeliveryStage()
    }

    private func isFull(_ agent: UserNumber) -> Bool {
        orders.count { $0.agent == agent && $0.status == .inProgress }
            >= DomainLimits.ordersInHandMax
    }

    /// What somebody is refused who takes an order; the order is theirs where that is nothing.
    private mutating func accept(_ index: Int, by person: UserNumber) -> Refusal? {
        let expected = orders[index]
        guard agents.contains(person) else { return .notAnAgent }
        if expected.isClosed { return .orderClosed(status: expected.word) }
        if expected.status == .inProgress { return expected.agent == person ? nil : .orderTaken }
        guard !isFull(person) else {
            return .orderLimitReached(limit: DomainLimits.ordersInHandMax)
        }
        orders[index].take(by: person, at: second)
        return nil
    }

    private mutating func complete(_ index: Int, by person: UserNumber) -> Refusal? {
        let expected = orders[index]
        guard expected.agent == person else { return .notYourOrder }
        if expected.status == .completed { return nil }
        guard expected.status == .inProgress else {
            return .orderNotInProgress(status: expected.word)
        }
        orders[index].status = .completed
        cash[person, default: 0] += expected.order.fee
        return nil
    }

    private mutating func release(_ index: Int, by person: UserNumber) -> Refusal? {
        let expected = orders[index]
        guard expected.agent == person else { return .notYourOrder }
        guard expected.status == .inProgress else {
            return .orderNotInProgress(status: expected.word)
        }
        guard second < expected.takenAt + 60 else { return .releaseWindowOver(seconds: 60) }
        orders[index].giveBack()
        return nil
    }

    private mutating func cancel(_ index: Int) -> Refusal? {
        if orders[index].status == .completed { return .orderClosed(status: "completed") }
        orders[index].status = .cancelled
        return nil
    }

    private mutating func reassign(_ index: Int, to person: UserNumber?) -> Refusal? {
        let expected = orders[index]
        if expected.isClosed { return .orderClosed(status: expected.word) }
        guard let person else {
            orders[index].giveBack()
            return nil
        }
        guard agents.contains(person) else { return .agentNotFound }
        if expected.agent == person { return nil }
        guard !isFull(person) else {
            return .orderLimitReached(limit: DomainLimits.ordersInHandMax)
        }
        orders[index].take(by: person, at: second)
        return nil
    }

    /// What the store refuses; nil where it does what is asked for.
    private func refused(_ body: () throws(DomainError) -> Void) throws -> Refusal? {
        do throws(DomainError) {
            try body()
            return nil
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            return refusal
        }
    }

    private mutating func step(_ random: inout SeededGenerator) throws {
        second += Int64.random(in: 0...20, using: &random)
        let (stage, now) = (stage, stage.after(second))
        let kind = Int.random(in: 0..<12, using: &random)
        guard kind > 1, !orders.isEmpty else {
            let fee = Int64.random(in: 0...3, using: &random) * 500
            orders.append(Expected(order: try stage.create("\(orders.count)", fee: fee)))
            return
        }
        let index = Int.random(in: orders.indices, using: &random)
        let order = orders[index].order
        let people = [stage.anna, stage.anna, stage.ben, stage.ben, stage.eva]
        let person = people[Int.random(in: people.indices, using: &random)]
        let expected: Refusal?
        let found: Refusal?
        switch kind {
        case 2...5:
            expected = accept(index, by: person)
            found = try refused { () throws(DomainError) in
                try stage.accept(order, by: person, now)
            }
        case 6...7:
            expected = complete(index, by: person)
            found = try refused { () throws(DomainError) in
                try stage.complete(order, by: person, now)
            }
        case 8...9:
            expected = release(index, by: person)
            found = try refused { () throws(DomainError) in
                try stage.release(order, by: person, .lenient, now)
            }
        case 10:
            expected = cancel(index)
            found = try refused { () throws(DomainError) in try stage.cancel(order) }
        default:
            let receiver = Bool.random(using: &random) ? person : nil
            expected = reassign(index, to: receiver)
            found = try refused { () throws(DomainError) in
                try stage.reassign(order, to: receiver, now)
            }
        }
        #expect(found == expected, "deed \(kind) of order \(index)")
        let stored = try #require(try stage.order(order))
        #expect(stored.status == orders[index].status && stored.agent == orders[index].agent)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    mutating func whateverComesEachOrderIsPaidOnceOrNotAtAll(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for number in 1...400 {
            try step(&random)
            if number % 100 == 0 { try stage.store.reopen() }
        }
        for person in [stage.anna, stage.ben, stage.eva] {
            #expect(try stage.cash(person).total == cash[person, default: 0])
        }
        let paid = orders.count { $0.status == .completed && $0.order.fee > 0 }
        let entries = try agents.flatMap { try stage.store.statement(of: .own($0, .cash)) }
        #expect(entries.count == paid)
        // The feed tells of each once, as it is.
        let told = try stage.feed().map { change in
            switch change {
            case .opened(let order), .taken(let order), .released(let order), .closed(let order):
                order
            }
        }
        #expect(Set(told.map(\.number)).count == told.count && told.count == orders.count)
        for expected in orders {
            let order = told.first { $0.number == expected.order.number }
            #expect(order?.status == expected.status && order?.agent == expected.agent)
        }
        #expect(try stage.store.ledgerProblems().isEmpty)
        #expect(try stage.store.findings().isEmpty)
    }
}
