package import Domain
package import LedgerRules

/// Reads orders, what happened to them, and who is an agent.
package protocol OrderReading: LedgerReading, CollectionReading {
    /// The order of this id; nil for what never was.
    func order(_ id: OrderID) throws(DomainError) -> Order?
    /// The order of this number.
    func order(numbered number: UInt64) throws(DomainError) -> Order?
    /// The order that an operator called so.
    func order(called reference: [UInt8]) throws(DomainError) -> Order?
    /// Where an order goes and for whom; nil once for whom it was is removed.
    func details(of order: Order) throws(DomainError) -> OrderDetails?
    /// Visits the orders of a list, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitOrders(
        of list: OrderList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Order) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// Visits all orders that somebody has or had, or that are for somebody, each once, before
    /// `place` (nil: from the beginning on).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitOrders(
        concerning person: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Order) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// How many orders of a status an agent has; counts up to `countMax` and no further.
    func orderCount(
        of agent: UserNumber,
        _ status: OrderStatus,
        countMax: Int
    ) throws(DomainError) -> Int
    /// Visits what happened to an order, in the order in which it did, behind `place` (nil: from
    /// the first on).
    ///
    /// - Returns: The place to go on behind; nil at the end.
    func visitEvents(
        of order: Order,
        behind place: Sequence?,
        limit: Int,
        _ visit: (OrderEvent) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// Visits what happened to orders with somebody, order by order, behind `place` (nil: from the
    /// first on).
    ///
    /// - Returns: The place to go on behind; nil at the end.
    func visitEvents(
        with agent: UserNumber,
        behind place: Sequence?,
        limit: Int,
        _ visit: (OrderID, OrderEvent) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// What somebody is as an agent; nil for who is none, and for who is removed.
    func agent(_ person: UserNumber) throws(DomainError) -> DeliveryAgent?
    /// Visits all agents in the order of their accounts, behind one (nil: from the first on).
    ///
    /// - Returns: The one to go on behind; nil at the end.
    func visitAgents(
        behind person: UserNumber?,
        limit: Int,
        _ visit: (DeliveryAgent) throws(DomainError) -> PageStep
    ) throws(DomainError) -> UserNumber?
    /// What an entry of a pool's feed says; nil for an order that cannot be read.
    func orderChange(_ entry: RawSpan, of feed: SharedFeed) throws(DomainError) -> OrderChange?
}

/// Writes orders and agents, and tells the feed of the pool; rules alone call it.
package protocol OrderWriting: OrderReading, LedgerWriting, CollectionWriting {
    /// Stores a new order, and gives it its number and its id.
    func addOrder(
        _ new: NewOrder,
        to pool: SharedCollection,
        for shopper: UserNumber,
        _ event: OrderEvent
    ) throws(DomainError) -> Order
    /// Stores an order that stands otherwise now, and what happened to it.
    func change(_ order: Order, _ event: OrderEvent) throws(DomainError)
    /// Stores what somebody is as an agent.
    func put(_ agent: DeliveryAgent) throws(DomainError)
    /// Forgets what somebody was as an agent.
    func deleteAgent(_ person: UserNumber) throws(DomainError)
}

/// Orders that belong together.
package enum OrderList: Sendable {
    /// Those of a pool that have a status.
    case pool(SharedCollection, OrderStatus)
    /// Those that an agent has, or had at the end, and that have a status.
    case agent(UserNumber, OrderStatus)
}
