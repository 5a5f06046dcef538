import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import LedgerRules
import LedgerStorage

@testable import Records
@testable import Storage

/// A store with a pool, two agents, and somebody who orders.
struct DeliveryStage {
    let store: TestStore
    let anna: UserNumber
    let ben: UserNumber
    let eva: UserNumber
    private let root = Operator(name: "root")

    init() throws {
        store = try TestStore()
        let (anna, ben) = (try store.account("anna"), try store.account("ben"))
        (self.anna, self.ben) = (anna, ben)
        eva = try store.account("eva")
        try store.write { transaction throws(DomainError) in
            try transaction.openPool(agents: [anna, ben])
        }
    }

    /// A moment, in seconds from the first.
    func after(_ seconds: Int64) -> Context { .at(.epoch.adding(seconds: seconds)) }

    func create(
        _ reference: String = "a",
        fee: Int64 = 3_500,
        for shopper: UserNumber? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Order {
        let root = root
        return try store.write { transaction throws(DomainError) in
            let id = shopper.map { transaction.userID(of: $0) }
            let new = try NewOrder.sample(reference, fee: fee, for: id)
            return try transaction.createOrder(new, by: root, context)
        }
    }

    @discardableResult
    func accept(
        _ order: Order,
        by person: UserNumber? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Order {
        let person = person ?? anna
        return try store.write { transaction throws(DomainError) in
            try transaction.accept(order.id, by: .account(person), context)
        }
    }

    @discardableResult
    func complete(
        _ order: Order,
        by person: UserNumber? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Order {
        let person = person ?? anna
        return try store.write { transaction throws(DomainError) in
            try transaction.complete(order.id, by: .account(person), context).order
        }
    }

    @discardableResult
    func release(
        _ order: Order,
        by person: UserNumber? = nil,
        reason: String = "",
        _ terms: DeliveryTerms = .lenient,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Order {
        let person = person ?? anna
        return try store.write { transaction throws(DomainError) in
            try transaction.release(
                order.id,
                reason: reason,
                by: .account(person),
                terms,
                context
            )
        }
    }

    @discardableResult
    func cancel(_ order: Order, reason: String = "") throws(DomainError) -> Order {
        let root = root
        return try store.write { transaction throws(DomainError) in
            try transaction.cancelOrder(order.id, reason: reason, by: root, .atEpoch)
        }
    }

    @discardableResult
    func reassign(
        _ order: Order,
        to person: UserNumber?,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Order {
        let root = root
        return try store.write { transaction throws(DomainError) in
            try transaction.reassignOrder(
                order.id,
                to: person.map { transaction.userID(of: $0) },
                reason: "",
                by: root,
                context
            )
        }
    }

    func removeAgent(_ person: UserNumber) throws(DomainError) -> Int {
        let root = root
        return try store.write { transaction throws(DomainError) in
            try transaction.removeAgent(transaction.userID(of: person), by: root, .atEpoch)
        }
    }

    func cash(_ person: UserNumber, _ context: Context = .atEpoch) throws -> Balance {
        try store.read { view throws(DomainError) in
            try view.balance(of: .own(person, .cash), context)
        }
    }

    func order(_ order: Order) throws -> Order? {
        try store.read { view throws(DomainError) in try view.order(order.id) }
    }

    func shown(_ order: Order, to person: UserNumber) throws -> ShownOrder {
        try store.read { view throws(DomainError) in
            guard let order = try view.order(order.id) else { throw .dataLoss("no order") }
            return try view.shown(order, to: person)
        }
    }

    /// The numbers of the orders of the pool that have a status, newest first, in pages of two.
    func orders(_ status: OrderStatus) throws -> [UInt64] {
        try store.read { view throws(DomainError) in
            let pool = try view.collection(CollectionName(stored: "north"), of: .pools)
            return try numbers(of: .pool(pool, status), view)
        }
    }

    /// As above, of an agent.
    func orders(of agent: UserNumber, _ status: OrderStatus) throws -> [UInt64] {
        try store.read { view throws(DomainError) in
            try numbers(of: .agent(agent, status), view)
        }
    }

    private func numbers(
        of list: OrderList,
        _ view: StoreView
    ) throws(DomainError) -> [UInt64] {
        var (numbers, place) = ([UInt64](), nil as Sequence?)
        repeat {
            place = try view.visitOrders(of: list, before: place, limit: 2) { order in
                numbers.append(order.number)
                return .next
            }
        } while place != nil
        return numbers
    }

    /// What happened to an order, in pages of two.
    func events(_ order: Order) throws -> [OrderEvent] {
        try store.read { view throws(DomainError) in
            var (events, place) = ([OrderEvent](), nil as Sequence?)
            repeat {
                place = try view.visitEvents(of: order, behind: place, limit: 2) { event in
                    events.append(event)
                    return .next
                }
            } while place != nil
            return events
        }
    }

    /// What the feed of the pool tells, from its beginning on.
    func feed() throws -> [OrderChange] {
        try store.read { view throws(DomainError) in
            let pool = try view.collection(CollectionName(stored: "north"), of: .pools)
            var changes: [OrderChange] = []
            _ = try view.visitEntries(of: pool.feed, after: .start, limit: 1_000) {
                entry throws(DomainError) in
                if let change = try view.orderChange(entry, of: pool.feed) {
                    changes.append(change)
                }
                return .next
            }
            return changes
        }
    }
}
