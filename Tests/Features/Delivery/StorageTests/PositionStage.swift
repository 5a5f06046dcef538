import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import Testing

@testable import Records
@testable import Storage

/// A store with two agents, somebody who waits for an order, and that order, which one of them has
/// in hand.
struct PositionStage {
    private let stage: DeliveryStage
    let order: Order
    static let root = Operator(name: "root")

    var store: TestStore { stage.store }
    var rider: UserNumber { stage.anna }
    var other: UserNumber { stage.ben }
    var shopper: UserNumber { stage.eva }

    init() throws {
        stage = try DeliveryStage()
        order = try stage.accept(stage.create(for: stage.eva))
    }

    var route: RouteName { RouteName(rider, order.number) }

    /// Does something as somebody.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        try store.write(body)
    }

    @discardableResult
    func start(
        by person: UserNumber? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Bool {
        let (id, person) = (order.id, person ?? rider)
        return try store.write { transaction throws(DomainError) in
            try transaction.startTracking(with: id, by: .account(person), context)
        }
    }

    func stop(_ context: Context = .atEpoch) throws(DomainError) {
        let (id, rider) = (order.id, rider)
        try store.write { transaction throws(DomainError) in
            try transaction.stopTracking(with: id, by: .account(rider), context)
        }
    }

    @discardableResult
    func update(
        _ positions: [Position],
        by person: UserNumber? = nil,
        _ context: Context? = nil
    ) throws(DomainError) -> Int {
        let (id, person) = (order.id, person ?? rider)
        let last = positions.map(\.moment).max() ?? .epoch
        return try store.write { transaction throws(DomainError) in
            try transaction.update(
                PositionBatch.of(positions),
                with: id,
                by: .account(person),
                context ?? .at(last)
            ).keptCount
        }
    }

    /// The way, as it is read in reads of so many pieces.
    func way(pieceCount: Int = 4) throws -> [Position] {
        try store.read { view throws(DomainError) in
            var (way, place) = ([Position](), nil as Domain.Sequence?)
            repeat {
                place = try view.visitRoute(of: route, from: place, pieceCount: pieceCount) {
                    way += $0
                }
            } while place != nil
            return way
        }
    }

    func lastPosition(for person: UserNumber) throws(DomainError) -> Position? {
        let (id, store) = (order.id, store)
        return try store.read { view throws(DomainError) in
            try view.lastPosition(with: id, for: .account(person)).position
        }
    }

    func complete() throws {
        try stage.complete(order)
    }

    /// Gives the order to an agent, or to nobody.
    func reassign(to agent: UserNumber?, _ context: Context = .atEpoch) throws {
        try stage.reassign(order, to: agent, context)
    }
}
