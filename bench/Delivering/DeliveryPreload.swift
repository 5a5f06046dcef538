import AccountRules
import AccountStorage
import CommandLineInterface
import DeliveryRules
import DeliveryStorage
import Domain
import Locking
import Records
import Serving
import Storage

/// Fills a store with orders and ways by the rules of delivery, without a server.
///
/// Over the wire nobody can tell of a day in less than a day: what is older than the tracking, or
/// lies in the future, is not kept.
struct DeliveryPreload {
    private let store: RecordStore
    private let secrets: SealedSecrets
    private let riders: [UserNumber]
    private let plan: Plan

    /// What is made.
    struct Plan: Sendable {
        /// Open orders for each rider: with those in hand no more than one may have.
        var openOrdersPerRider: Int
        /// How many riders have a way of a day.
        var routeCount: Int
        /// The positions of such a way.
        var positionsPerRoute: Int
        var seed: UInt64

        /// One position each ten seconds for a day, and all the orders that a rider may have.
        ///
        /// Those are 20 in hand: one has the way of a day, another that which is told of.
        static func standard(seed: UInt64) -> Plan {
            Plan(openOrdersPerRider: 18, routeCount: 20, positionsPerRoute: 8_640, seed: seed)
        }
    }

    /// The pool of the orders that riders take.
    static let pool = "bench"
    /// The pool whose feed is watched, empty at first, so that nobody has much to catch up with.
    static let watchedPool = "watched"

    /// Records of one change: a change gathers its writes in a sorted set.
    private static let batchCount = 64
    private static let positionsPerCall = 500
    private static let stepMilliseconds: Int64 = 10_000
    private static let person = Operator(name: "bench")

    /// Prepares to fill a store whose users are the riders.
    init(_ store: RecordStore, keys: ServiceKeys, riders: [UserNumber], _ plan: Plan) {
        self.store = store
        secrets = SealedSecrets(keys: keys)
        self.riders = riders
        self.plan = plan
    }

    /// Fills the store, and returns what is in it.
    func run() throws -> DeliveryCast {
        try hire()
        let routes = try makeRoutes()
        let begin = SystemClock().now()
        let ways = try makeTrackedOrders(count: riders.count, "way", at: begin)
        let count = riders.count * plan.openOrdersPerRider
        let orders = try makeOrders(count: count, "order", at: begin) { _, _, _ in }
        return DeliveryCast(
            orders: orders.bytes,
            ways: ways.bytes,
            routes: routes.bytes,
            trackedSince: begin.milliseconds,
            positionsPerRoute: plan.positionsPerRoute
        )
    }

    private func context(at moment: Instant) -> Context {
        Context(now: moment, random: SystemRandom(), secrets: secrets)
    }

    /// Makes the pools, and agents of all.
    private func hire() throws {
        let context = context(at: SystemClock().now())
        let writer = BatchWriter(store)
        try writer.write { transaction throws(DomainError) in
            for pool in [Self.pool, Self.watchedPool] {
                _ = try transaction.makeCollection(
                    named: CollectionName(stored: pool),
                    of: .pools,
                    by: Self.person,
                    context
                )
            }
        } completion: { _ in
        }
        for start in stride(from: 0, to: riders.count, by: Self.batchCount) {
            let batch = riders[start..<min(start + Self.batchCount, riders.count)]
            try writer.write { transaction throws(DomainError) in
                for rider in batch {
                    let id = transaction.userID(of: rider)
                    _ = try transaction.putAgent(id, name: "Rider", by: Self.person, context)
                }
            } completion: { _ in
            }
        }
        try writer.finish()
    }

    /// Makes orders, does something with each, and returns their ids, in their order.
    private func makeOrders(
        count: Int,
        _ name: String,
        at moment: Instant,
        _ use:
            @escaping @Sendable (OrderID, Int, StoreTransaction) throws(DomainError) -> Void
    ) throws -> [OrderID] {
        let details = try OrderDetails(
            customer: "Kim",
            phone: "010-0000-0000",
            note: "",
            stops: [OrderStop("1 Kitchen Road", .pickup), OrderStop("2 Table Street", .dropoff)]
        )
        let context = context(at: moment)
        let made = Mutex<[Int: [OrderID]]>([:])
        let writer = BatchWriter(store)
        for start in stride(from: 0, to: count, by: Self.batchCount) {
            let batch = start..<min(start + Self.batchCount, count)
            try writer.write { transaction throws(DomainError) in
                var ids: [OrderID] = []
                for index in batch {
                    let new = try NewOrder(
                        "Two bowls of noodles",
                        fee: 3_500,
                        details,
                        in: Self.pool,
                        called: Array("\(name) \(index)".utf8)
                    )
                    let order = try transaction.createOrder(new, by: Self.person, context)
                    try use(order.id, index, transaction)
                    ids.append(order.id)
                }
                return ids
            } completion: { ids in
                made.withLock { $0[start] = ids }
            }
        }
        try writer.finish()
        return made.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
    }

    /// Makes an order for each of the first riders, who takes it and is tracked with it.
    private func makeTrackedOrders(
        count: Int,
        _ name: String,
        at moment: Instant
    ) throws -> [OrderID] {
        let (riders, context) = (riders, context(at: moment))
        return try makeOrders(count: count, name, at: moment) {
            order,
            index,
            transaction throws(DomainError) in
            let rider = riders[index].rider
            _ = try transaction.accept(order, by: rider, context)
            _ = try transaction.startTracking(with: order, by: rider, context)
        }
    }

    /// Has the first riders go about for a day that ends now.
    private func makeRoutes() throws -> [OrderID] {
        let count = min(plan.routeCount, riders.count)
        let length = Int64(plan.positionsPerRoute) * Self.stepMilliseconds
        let begin = SystemClock().now().adding(milliseconds: -length)
        let ids = try makeTrackedOrders(count: count, "route", at: begin)
        let writer = BatchWriter(store)
        for index in 0..<count {
            let (id, way) = (ids[index], route(index, from: begin))
            for first in stride(from: 0, to: way.count, by: Self.positionsPerCall) {
                let part = Array(way[first..<min(first + Self.positionsPerCall, way.count)])
                let moment = part.last?.2 ?? begin
                let (rider, context) = (riders[index].rider, context(at: moment))
                let batch = try PositionBatch(part)
                try writer.write { transaction throws(DomainError) in
                    let kept = try transaction.update(batch, with: id, by: rider, context).keptCount
                    guard kept == part.count else { throw .dataLoss("positions were dropped") }
                } completion: { _ in
                }
            }
        }
        try writer.finish()
        return ids
    }

    /// A way at 30 km/h or so with a turn now and then, by a receiver that wavers.
    private func route(_ index: Int, from begin: Instant) -> [(Double, Double, Instant?)] {
        var random = SeededRandom(seed: plan.seed, stream: UInt64(index))
        var (north, east, direction) = (0.0, 0.0, 0.0)
        return (0..<plan.positionsPerRoute).map { step in
            if step % 12 == 0 { direction = random.fraction() * 2 - 1 }
            north += 80 * (1 - abs(direction))
            east += 80 * direction
            // Here a degree has so many metres, to the north and to the east.
            let latitude = 33 + (north + random.fraction() * 4) / 111_000
            let longitude = 126.978 + (east + random.fraction() * 4) / 88_000
            let late = Int64(random.number(below: 200))
            let offset = Int64(step) * Self.stepMilliseconds + late
            return (latitude, longitude, begin.adding(milliseconds: offset))
        }
    }
}

extension UserNumber {
    /// The user as the caller of a use case, whose session nobody looks at.
    fileprivate var rider: Identity {
        Identity(session: SessionKey(user: self, number: 1), kind: .account)
    }
}

extension [OrderID] {
    /// The ids, side by side.
    fileprivate var bytes: [UInt8] { flatMap(\.opaque.bytes) }
}
