import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import LedgerRules
import LedgerStorage
import Records
import Storage

// What each operation asks of a store.
extension DeliveryWork {
    /// Does an operation, and counts the orders.
    func run(
        _ operation: DeliveryOperation,
        in store: StoreTransaction,
        _ mark: inout Mark
    ) throws(DomainError) {
        let context = Context.at(operation.now, lived: operation.due)
        switch operation.deed {
        case .make(let pool, let fee, let shopper, let name):
            let new = try NewOrder(
                "Order \(name)",
                fee: fee,
                Self.details(),
                in: Self.pools.indices.contains(pool) ? Self.pools[pool] : "nowhere",
                called: Self.bytes(name),
                for: shopper.map { store.userID(of: people[$0]) }
            )
            let made = try store.createOrder(new, by: Self.laboratory, context)
            mark.orderCount = max(mark.orderCount, made.number)
        case .hire(let person):
            let (id, name) = (store.userID(of: people[person]), "rider \(operation.number)")
            _ = try store.putAgent(id, name: name, by: Self.laboratory, context)
        case .dismiss(let person):
            let id = store.userID(of: people[person])
            _ = try store.removeAgent(id, by: Self.laboratory, context)
        case .request(let person, let amount):
            let caller = caller(people[person])
            _ = try store.requestWithdrawal(of: amount, by: caller, Self.terms, context)
        case .resolve(let person, let part, let isVoid):
            let number = try store.pendingNumber(of: people[person])
                .unwrapped(or: .transferNotFound)
            _ = try store.resolveWithdrawal(
                number,
                isVoid ? .void : .post(part),
                by: Self.laboratory,
                context
            )
        case .end(let recordCountMax):
            _ = try store.endWhatIsOver(context, recordCountMax: recordCountMax)
        case .order(let deed, let target):
            let order = try order(target, behind: mark.orderCount, in: store)
            try run(deed, order, in: store, context)
        }
    }

    /// Where every order goes.
    static func details() throws(DomainError) -> OrderDetails {
        try OrderDetails(
            customer: "Customer",
            phone: "",
            note: "",
            stops: [OrderStop("Here", .pickup), OrderStop("There", .dropoff)]
        )
    }

    private func order(
        _ target: DeliveryOperation.Target,
        behind count: UInt64,
        in store: StoreTransaction
    ) throws(DomainError) -> Order {
        switch target {
        case .back(let stepsBack):
            guard count > UInt64(stepsBack) else { throw .refused(.orderNotFound) }
            return try store.order(numbered: count - UInt64(stepsBack))
                .unwrapped(or: .orderNotFound)
        case .inHand(let person, let newer):
            var orders: [Order] = []
            let list = OrderList.agent(people[person], .inProgress)
            _ = try store.visitOrders(of: list, before: nil, limit: newer + 1) { order in
                orders.append(order)
                return .next
            }
            guard orders.count > newer else { throw .refused(.orderNotFound) }
            return orders[newer]
        }
    }

    private func run(
        _ deed: DeliveryOperation.OrderDeed,
        _ order: Order,
        in store: StoreTransaction,
        _ context: Context
    ) throws(DomainError) {
        let id = order.id
        switch deed {
        case .accept(let person):
            _ = try store.accept(id, by: caller(people[person]), context)
        case .complete(let by):
            _ = try store.complete(id, by: caller(by, order), context)
        case .release(let by):
            let caller = try caller(by, order)
            _ = try store.release(id, reason: "", by: caller, Self.terms, context)
        case .cancel:
            _ = try store.cancelOrder(id, reason: "", by: Self.laboratory, context)
        case .reassign(let agent):
            _ = try store.reassignOrder(
                id,
                to: agent.map { store.userID(of: people[$0]) },
                reason: "",
                by: Self.laboratory,
                context
            )
        case .start(let by):
            _ = try store.startTracking(with: id, by: caller(by, order), context)
        case .stop(let by):
            try store.stopTracking(with: id, by: caller(by, order), context)
        case .move(let positions, let by):
            let batch = try Self.batch(positions)
            _ = try store.update(batch, with: id, by: caller(by, order), context)
        case .say(let name, let by):
            _ = try store.say(Self.text(name), about: id, by: caller(by, order), context)
        case .dispatch(let name):
            _ = try store.dispatch(Self.text(name), about: id, by: Self.laboratory, context)
        case .read(let number, let by):
            _ = try store.markRead(UInt64(number), about: id, by: caller(by, order))
        case .invite(let person):
            let invited = store.userID(of: people[person])
            try store.invite(invited, to: id, by: Self.laboratory, context)
        }
    }

    /// Somebody, or whoever has an order.
    private func caller(_ person: Int?, _ order: Order) throws(DomainError) -> Identity {
        let found = person.map { people[$0] } ?? order.agent
        guard found != .nobody else { throw .refused(.notYourOrder) }
        return caller(found)
    }

    private static func text(_ name: Int) throws(DomainError) -> NewText {
        try NewText("Message \(name)", clientID: bytes(name))
    }

    private static func batch(
        _ positions: [PlannedPosition]
    ) throws(DomainError) -> PositionBatch {
        try PositionBatch(
            positions.map { position in
                let (latitude, longitude) = point(position.step).degrees
                return (latitude, longitude, Instant(milliseconds: position.moment))
            }
        )
    }

    /// Where somebody is who is so many steps of 5.5 m north of where all begin.
    static func point(_ step: Int) -> MapPoint {
        MapPoint(storedLatitude: 375_665_000 + Int32(step) * 500, longitude: 1_269_780_000)
    }
}
