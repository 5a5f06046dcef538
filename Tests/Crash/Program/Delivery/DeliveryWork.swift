import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import LedgerRules
import LedgerStorage
import Records
import Storage
import TestSupport

/// The people of the workload of delivery, and what is done for them.
struct DeliveryWork: Sendable {
    let seed: UInt64
    let people: [UserNumber]
    /// Whose name as an agent tells how far the store has come.
    private let counter: UserNumber

    static let pools = ["north", "south"]
    static let terms = DeliveryTerms(
        releaseSeconds: DeliveryOperation.releaseSeconds,
        withdrawalDays: DeliveryOperation.withdrawalDays
    )
    static let laboratory = Operator(name: "laboratory")
    /// Of so many orders and payments more is asked after a start.
    private static let retryCount = 30

    /// How far a store has come: behind which operation, and how many orders there are.
    struct Mark {
        var place = 0
        var orderCount: UInt64 = 0
    }

    /// The people of a store; nil where there are none yet.
    init?(_ seed: UInt64, in store: StoreView) throws(DomainError) {
        guard let people = try LedgerWork(seed, in: store)?.people else { return nil }
        self.init(seed: seed, people: people)
    }

    private init?(seed: UInt64, people: [UserNumber]) {
        guard let counter = people.last else { return nil }
        (self.seed, self.people, self.counter) = (seed, people.dropLast(), counter)
    }

    /// Has the people of a store and the pools, which it adds if they are not there.
    static func begin(_ seed: UInt64, on store: RecordStore) throws(DomainError) -> DeliveryWork {
        let people = try LedgerWork.begin(seed, on: store).people
        try store.writeAndWait { store throws(DomainError) in
            guard try store.collections(of: .pools).isEmpty else { return }
            for name in pools {
                let name = CollectionName(stored: name)
                let context = Context.at(DeliveryOperation.begin)
                _ = try store.makeCollection(named: name, of: .pools, by: laboratory, context)
            }
        }
        guard let work = DeliveryWork(seed: seed, people: people) else {
            throw .dataLoss("the people of the workload")
        }
        return work
    }

    /// How far a store has come.
    func mark(of store: StoreView) throws(DomainError) -> Mark {
        let words = try store.agent(counter)?.name.split(separator: " ") ?? []
        guard words.count == 2, let place = Int(words[0]), let count = UInt64(words[1]) else {
            return Mark()
        }
        return Mark(place: place, orderCount: count)
    }

    /// Does operations from a number on, many at a time in their order, and notes each that is
    /// acknowledged.
    func run(
        _ numbers: Range<Int>,
        on store: RecordStore,
        _ journal: Journal
    ) throws(DomainError) {
        try retry(on: store)
        try store.work(numbers, journal) { number, transaction throws(DomainError) in
            let operation = DeliveryOperation(seed: seed, number: number)
            var mark = try mark(of: transaction)
            try run(operation, in: transaction, &mark)
            mark.place = number + 1
            let name = "\(mark.place) \(mark.orderCount)"
            let since = Instant(milliseconds: DeliveryOperation.begin)
            try transaction.put(DeliveryAgent(counter, storedName: name, since: since))
        }
    }

    func caller(_ person: UserNumber) -> Identity {
        Identity(session: SessionKey(user: person, number: 1), kind: .account)
    }

    static func bytes(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }
}

// What is asked for again.
extension DeliveryWork {
    /// Asks again for what was done to the last orders and payments, and for what excludes it;
    /// nothing may come of it.
    private func retry(on store: RecordStore) throws(DomainError) {
        let flaw = try store.writeAndWait { store throws(DomainError) -> String? in
            let mark = try mark(of: store)
            let before = try store.lastTransfer()?.number
            let first = mark.orderCount - min(mark.orderCount, UInt64(Self.retryCount))
            for number in first..<mark.orderCount {
                guard let order = try store.order(numbered: number + 1) else {
                    return "order \(number + 1) is not there"
                }
                if try isDoneTwice(order, in: store) { return "\(order) is had twice" }
                let after = try store.order(numbered: order.number)
                if after != order { return "\(order) has become \(String(describing: after))" }
            }
            if try isPaidOutTwice(in: store) { return "something is paid and given back" }
            let after = try store.lastTransfer()?.number
            return after == before ? nil : "something is paid twice"
        }
        if let flaw { throw .dataLoss(flaw) }
    }

    /// Whether something goes through that must not, of an order for which it is asked once more.
    private func isDoneTwice(
        _ order: Order,
        in store: StoreTransaction
    ) throws(DomainError) -> Bool {
        let (id, context) = (order.id, Context.at(DeliveryOperation.begin))
        _ = try store.createOrder(again(order, in: store), by: Self.laboratory, context)
        switch order.status {
        case .open: return false
        case .inProgress:
            _ = try store.accept(id, by: caller(order.agent), context)
            for person in people.prefix(5) where person != order.agent {
                let isWon = try isDone { () throws(DomainError) in
                    _ = try store.accept(id, by: caller(person), context)
                }
                if isWon { return true }
            }
            return false
        case .completed:
            _ = try store.complete(id, by: caller(order.agent), context)
            return try isDone { () throws(DomainError) in
                _ = try store.cancelOrder(id, reason: "", by: Self.laboratory, context)
            }
        case .cancelled:
            _ = try store.cancelOrder(id, reason: "", by: Self.laboratory, context)
            guard order.agent != .nobody else { return false }
            return try isDone { () throws(DomainError) in
                _ = try store.complete(id, by: caller(order.agent), context)
            }
        }
    }

    /// What an order was made of.
    private func again(_ order: Order, in store: StoreView) throws(DomainError) -> NewOrder {
        try NewOrder(
            order.summary,
            fee: order.fee,
            Self.details(),
            in: order.pool.text,
            called: order.reference,
            for: order.shopper == .nobody ? nil : store.userID(of: order.shopper)
        )
    }

    /// Whether a payment that was made is given back as well, or the other way round.
    private func isPaidOutTwice(in store: StoreTransaction) throws(DomainError) -> Bool {
        let context = Context.at(DeliveryOperation.begin)
        let limit = Self.retryCount
        let last = try store.withdrawals(pendingOnly: false, before: nil, limit: limit, context)
        for withdrawal in last.withdrawals {
            let (same, other): (Resolution, Resolution)
            switch withdrawal.status {
            case .paid: (same, other) = (.post(withdrawal.paid), .void)
            case .voided: (same, other) = (.void, .post(nil))
            case .pending, .lapsed: continue
            }
            func resolve(_ resolution: Resolution) throws(DomainError) {
                _ = try store.resolveWithdrawal(
                    withdrawal.transfer,
                    resolution,
                    by: Self.laboratory,
                    context
                )
            }
            try resolve(same)
            if try isDone({ () throws(DomainError) in try resolve(other) }) { return true }
        }
        return false
    }

    private func isDone(_ body: () throws(DomainError) -> Void) throws(DomainError) -> Bool {
        do throws(DomainError) {
            try body()
        } catch .refused {
            return false
        }
        return true
    }
}
