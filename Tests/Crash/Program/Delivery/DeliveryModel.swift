/// What delivery must be after some operations, in dictionaries and the rules once more.
///
/// It has nothing in common with what it judges.
struct DeliveryModel {
    /// An order; people and pools are counted from 0.
    struct PlannedOrder: Equatable {
        let pool: Int
        let fee: Int64
        let shopper: Int?
        let name: Int
        let openedAt: Int64
        var status = "open"
        var agent: Int?
        var takenAt: Int64?
        var closedAt: Int64?
        /// What happened to it.
        var events: [Event] = []
        /// Which entry of the feed of its pool tells of it.
        var told = 0

        var isClosed: Bool { status == "completed" || status == "cancelled" }
    }

    /// Something that happened to an order.
    struct Event: Equatable {
        var kind: String
        var moment: Int64
        var agent: Int?
    }

    /// An agent.
    struct Agent: Equatable {
        var name: String
        var since: Int64
    }

    private(set) var orders: [PlannedOrder] = []
    private(set) var agents: [Int: Agent] = [:]
    private(set) var cash = DeliveryCash()
    /// What is said about orders, and where their agents were, by the orders.
    private(set) var channels: [Int: PlannedChannel] = [:]
    private(set) var ways: [Int: [Int: PlannedWay]] = [:]
    /// The last place of the feed of each pool.
    private(set) var toldLast = [Int](repeating: 0, count: DeliveryOperation.poolCount)
    private var named: [Int: Int] = [:]
    private var inHand: [Int: Set<Int>] = [:]
    /// How many operations were done, or refused.
    private(set) var next = 0
    /// Behind the last one that was not refused.
    private(set) var place = 0
    private(set) var doneCount = 0
    private(set) var takenCount = 0

    struct Refused: Error {}

    /// Orders that an agent has in hand.
    private static let inHandMax = 20

    /// Does what an operation asks for, or nothing.
    mutating func run(_ operation: DeliveryOperation) {
        next = operation.number + 1
        do {
            try run(operation.deed, operation)
            place = next
            doneCount += 1
        } catch {
            // Each checks all before it changes anything.
        }
    }

    /// The orders that somebody has in hand, newest first.
    func ordersInHand(of person: Int) -> [Int] { (inHand[person] ?? []).sorted(by: >) }

    private mutating func run(
        _ deed: DeliveryOperation.Deed,
        _ operation: DeliveryOperation
    ) throws {
        let now = operation.now
        switch deed {
        case .make(let pool, let fee, let shopper, let name):
            try make(
                PlannedOrder(pool: pool, fee: fee, shopper: shopper, name: name, openedAt: now)
            )
        case .hire(let person):
            let since = agents[person]?.since ?? now
            agents[person] = Agent(name: "rider \(operation.number)", since: since)
        case .dismiss(let person):
            guard agents[person] != nil else { throw Refused() }
            for order in ordersInHand(of: person) { takeBack(order, now) }
            agents[person] = nil
        case .request(let person, let amount): try cash.request(person, amount, operation)
        case .resolve(let person, let part, let isVoid):
            try cash.resolve(person, part, isVoid, operation)
        case .end(let recordCountMax): cash.end(recordCountMax, operation)
        case .order(let deed, let target): try run(deed, index(of: target), operation)
        }
    }

    private func index(of target: DeliveryOperation.Target) throws -> Int {
        switch target {
        case .back(let count):
            guard orders.count > count else { throw Refused() }
            return orders.count - 1 - count
        case .inHand(let person, let newer):
            let inHand = ordersInHand(of: person)
            guard inHand.count > newer else { throw Refused() }
            return inHand[newer]
        }
    }

    private mutating func run(
        _ deed: DeliveryOperation.OrderDeed,
        _ order: Int,
        _ operation: DeliveryOperation
    ) throws {
        let now = operation.now
        switch deed {
        case .accept(let person): try accept(order, by: person, now)
        case .complete(let by): try complete(order, by: person(by, order), operation)
        case .release(let by): try release(order, by: person(by, order), now)
        case .cancel: try cancel(order, now)
        case .reassign(let agent): try reassign(order, to: agent, now)
        case .start(let by): try start(order, by: person(by, order), now)
        case .stop(let by): try stop(order, by: person(by, order), now)
        case .move(let positions, let by):
            try move(positions, order, by: person(by, order), now)
        case .say(let name, let by):
            let author = try person(by, order)
            guard let role = role(of: author, order) else { throw Refused() }
            let isSaid = channels[order]?.hasSaid(name, by: author) == true
            let end = orders[order].closedAt.map { $0 + DeliveryOperation.day } ?? .max
            guard isSaid || now < end else { throw Refused() }
            channels[order, default: PlannedChannel()].say(name, by: author, as: role)
        case .dispatch(let name):
            channels[order, default: PlannedChannel()].say(name, by: nil, as: "dispatcher")
        case .read(let number, let by):
            let reader = try person(by, order)
            guard role(of: reader, order) != nil else { throw Refused() }
            channels[order, default: PlannedChannel()].read(number, by: reader)
        case .invite(let person):
            try channels[order, default: PlannedChannel()].invite(person)
        }
    }

    /// Somebody, or whoever has an order.
    private func person(_ person: Int?, _ order: Int) throws -> Int {
        guard let found = person ?? orders[order].agent else { throw Refused() }
        return found
    }
}

// What becomes of orders.
extension DeliveryModel {
    private mutating func make(_ new: PlannedOrder) throws {
        guard new.pool < DeliveryOperation.poolCount else { throw Refused() }
        if let made = named[new.name].map({ orders[$0] }) {
            let isSame = made.pool == new.pool && made.fee == new.fee && made.shopper == new.shopper
            guard isSame else { throw Refused() }
            return
        }
        named[new.name] = orders.count
        orders.append(new)
        note("opened", orders.count - 1, new.openedAt)
    }

    private mutating func accept(_ order: Int, by person: Int, _ now: Int64) throws {
        guard agents[person] != nil else { throw Refused() }
        if orders[order].status == "inProgress", orders[order].agent == person { return }
        guard orders[order].status == "open", hasRoom(person) else { throw Refused() }
        give(order, to: person, now)
    }

    private mutating func complete(
        _ order: Int,
        by person: Int,
        _ operation: DeliveryOperation
    ) throws {
        guard orders[order].agent == person else { throw Refused() }
        if orders[order].status == "completed" { return }
        guard orders[order].status == "inProgress" else { throw Refused() }
        cash.settle(orders[order].fee, order, person, operation.now)
        close(order, as: "completed", operation.now)
    }

    private mutating func release(_ order: Int, by person: Int, _ now: Int64) throws {
        let found = orders[order]
        guard found.agent == person, found.status == "inProgress", let takenAt = found.takenAt,
            now < takenAt + DeliveryOperation.releaseSeconds * 1_000
        else { throw Refused() }
        takeBack(order, now)
    }

    private mutating func cancel(_ order: Int, _ now: Int64) throws {
        if orders[order].status == "cancelled" { return }
        guard orders[order].status != "completed" else { throw Refused() }
        close(order, as: "cancelled", now)
    }

    private mutating func reassign(_ order: Int, to agent: Int?, _ now: Int64) throws {
        guard !orders[order].isClosed else { throw Refused() }
        if let agent, agents[agent] == nil { throw Refused() }
        if orders[order].agent == agent { return }
        if let agent, !hasRoom(agent) { throw Refused() }
        if orders[order].status == "inProgress" { takeBack(order, now) }
        if let agent { give(order, to: agent, now) }
    }

    private func hasRoom(_ person: Int) -> Bool {
        (inHand[person]?.count ?? 0) < Self.inHandMax
    }

    private mutating func give(_ order: Int, to person: Int, _ now: Int64) {
        orders[order].status = "inProgress"
        orders[order].agent = person
        orders[order].takenAt = now
        inHand[person, default: []].insert(order)
        takenCount += 1
        note("taken", order, now)
    }

    private mutating func takeBack(_ order: Int, _ now: Int64) {
        note("released", order, now)
        if let person = orders[order].agent { inHand[person]?.remove(order) }
        orders[order].status = "open"
        orders[order].agent = nil
        orders[order].takenAt = nil
    }

    private mutating func close(_ order: Int, as status: String, _ now: Int64) {
        note(status, order, now)
        if let person = orders[order].agent { inHand[person]?.remove(order) }
        orders[order].status = status
        orders[order].closedAt = now
    }

    private mutating func note(_ kind: String, _ order: Int, _ now: Int64) {
        let event = Event(kind: kind, moment: now, agent: orders[order].agent)
        orders[order].events.append(event)
        toldLast[orders[order].pool] += 1
        orders[order].told = toldLast[orders[order].pool]
    }
}

// What happens on the way.
extension DeliveryModel {
    /// What somebody is to the channel of an order.
    private func role(of person: Int, _ order: Int) -> String? {
        if orders[order].agent == person { return "agent" }
        if orders[order].shopper == person { return "shopper" }
        return channels[order]?.people[person]?.isInvited == true ? "invited" : nil
    }

    private mutating func start(_ order: Int, by person: Int, _ now: Int64) throws {
        let found = orders[order]
        guard found.agent == person, found.status == "inProgress", let takenAt = found.takenAt
        else { throw Refused() }
        var way = ways[order]?[person] ?? PlannedWay(takenAt: takenAt, startedAt: now)
        if ways[order]?[person] != nil, isTracked(way, found) { return }
        way.start(with: takenAt, now)
        ways[order, default: [:]][person] = way
    }

    private mutating func stop(_ order: Int, by person: Int, _ now: Int64) throws {
        guard orders[order].agent == person else { throw Refused() }
        guard let way = ways[order]?[person], way.stoppedAt == nil else { return }
        ways[order]?[person]?.stoppedAt = now
    }

    private mutating func move(
        _ positions: [PlannedPosition],
        _ order: Int,
        by person: Int,
        _ now: Int64
    ) throws {
        guard orders[order].agent == person, let way = ways[order]?[person],
            isTracked(way, orders[order])
        else { throw Refused() }
        ways[order]?[person]?.add(positions, now)
    }

    private func isTracked(_ way: PlannedWay, _ order: PlannedOrder) -> Bool {
        way.stoppedAt == nil && order.status == "inProgress" && order.takenAt == way.takenAt
    }
}
