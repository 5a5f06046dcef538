import DeliveryRules
import DeliveryStorage
import Domain
import LedgerRules
import LedgerStorage
import Records
import Storage
import TestSupport

extension DeliveryModel: PlainModel {
    static let work = "delivery-work"

    var summary: String {
        "\(doneCount) done, \(orders.count) orders taken \(takenCount) times, "
            + "\(cash.settledCount) paid"
    }

    var isLastDone: Bool? { place == next }

    mutating func run(seed: UInt64, number: Int) {
        run(DeliveryOperation(seed: seed, number: number))
    }

    static func place(of store: StoreView) throws(DomainError) -> Int {
        try DeliveryWork(0, in: store)?.mark(of: store).place ?? 0
    }

    func violations(
        of store: StoreView,
        seed: UInt64,
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws(DomainError) -> [String] {
        guard let work = try DeliveryWork(seed, in: store) else { return [] }
        var check = DeliveryCheck(work, in: store)
        try check.run(self, proves: proves, &random)
        return check.violations
    }
}

/// Compares what a store has of delivery with what the model says.
struct DeliveryCheck {
    private(set) var violations: [String] = []
    let work: DeliveryWork
    let store: StoreView

    /// Orders and transfers that are compared one by one: those that a kill may have met.
    private static let lastCount = 300
    /// Other orders that are.
    private static let otherCount = 50

    init(_ work: DeliveryWork, in store: StoreView) {
        (self.work, self.store) = (work, store)
    }

    /// Compares what may have changed, and a few others; the proof goes through all that there is.
    mutating func run(
        _ model: DeliveryModel,
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws(DomainError) {
        let orderCount = try work.mark(of: store).orderCount
        require(Int(clamping: orderCount), model.orders.count, "count of orders")
        for person in 0..<DeliveryOperation.personCount { try comparePerson(person, model) }
        let first = proves ? 0 : max(0, model.orders.count - Self.lastCount)
        var chosen = Set(first..<model.orders.count)
        for person in 0..<DeliveryOperation.personCount {
            chosen.formUnion(model.ordersInHand(of: person))
        }
        for _ in 0..<Self.otherCount where !model.orders.isEmpty {
            chosen.insert(random.number(in: 0...(model.orders.count - 1)))
        }
        for index in chosen.sorted() { try compareOrder(index, model) }
        let lineCount = model.cash.lines.count
        try compareTransfers(model.cash, behind: proves ? 0 : lineCount - Self.lastCount)
        for pool in 0..<DeliveryOperation.poolCount {
            try compareFeed(pool, model, after: proves ? 0 : model.toldLast[pool] - Self.lastCount)
            if proves { try compareLists(pool, model) }
        }
        guard proves else { return }
        try provePayments()
        var found: [String] = []
        _ = try store.proveLedger { found.append("\($0.subject): \($0.problem)") }
        violations += found
    }

    mutating func require<Value: Equatable>(
        _ found: Value,
        _ expected: Value,
        _ what: String
    ) {
        if found != expected { violations.append("\(what): \(found), not \(expected)") }
    }

    /// Which of the people somebody is; nil for nobody.
    func index(_ person: UserNumber) -> Int? {
        person == .nobody ? nil : work.people.firstIndex(of: person) ?? -1
    }
}

// People and their cash.
extension DeliveryCheck {
    private mutating func comparePerson(
        _ index: Int,
        _ model: DeliveryModel
    ) throws(DomainError) {
        let person = work.people[index]
        let agent = try store.agent(person).map {
            DeliveryModel.Agent(name: $0.name, since: $0.since.milliseconds)
        }
        require(agent, model.agents[index], "agent \(index)")
        let inHand = try numbers(of: .agent(person, .inProgress))
        require(inHand, model.ordersInHand(of: index), "orders that \(index) has in hand")
        let state = try store.state(of: .own(person, .cash))
        require(state.balance, model.cash.balance(index), "cash of \(index)")
        require(state.pending, model.cash.held(index), "what is to be paid out to \(index)")
        let entryCount = model.cash.entryCounts[index] ?? 0
        require(Int(clamping: state.entryCount), entryCount, "entries of \(index)")
    }

    private mutating func compareTransfers(
        _ cash: DeliveryCash,
        behind place: Int
    ) throws(DomainError) {
        let last = try store.lastTransfer()?.number ?? 0
        require(Int(clamping: last), cash.lines.count, "count of transfers")
        let paidOut = try store.state(of: .app(.withdrawn, .cash)).balance
        require(paidOut, cash.paidOut, "what was paid out")
        for (index, line) in cash.lines.enumerated().dropFirst(max(0, place)) {
            guard let transfer = try store.transfer(UInt64(index + 1)) else {
                violations.append("transfer \(index + 1) is not there")
                continue
            }
            let isEarned = line.kind == "earn"
            let own = isEarned ? transfer.destination.account : transfer.source.account
            let other = isEarned ? transfer.source.account : transfer.destination.account
            let found = DeliveryCash.Line(
                kind: "\(transfer.kind)",
                person: self.index(own.holder) ?? -1,
                amount: transfer.amount,
                moment: transfer.moment.milliseconds,
                order: Int(clamping: transfer.subject),
                earlier: Int(clamping: transfer.earlier)
            )
            require(found, line, "transfer \(index + 1)")
            let role = isEarned ? AccountRole.issued : .withdrawn
            require(other, .app(role, .cash), "other side of transfer \(index + 1)")
        }
    }

    /// Proves from what is stored alone that no order is paid twice, and none that was not carried
    /// out by whom it pays.
    private mutating func provePayments() throws(DomainError) {
        var paid: Set<UInt64> = []
        var found: [String] = []
        try store.visitTransfers { number, transfer throws(DomainError) in
            guard let transfer, transfer.kind == .earn else { return .next }
            let order = try store.order(numbered: transfer.subject)
            let isDue =
                order?.status == .completed && order?.fee == transfer.amount
                && order?.agent == transfer.destination.account.holder
            if !isDue { found.append("transfer \(number) pays for what was not carried out") }
            if !paid.insert(transfer.subject).inserted {
                found.append("order \(transfer.subject) is paid twice")
            }
            return .next
        }
        violations += found
    }
}

// Orders, what is said about them, and where their agents were.
extension DeliveryCheck {
    private mutating func compareOrder(
        _ index: Int,
        _ model: DeliveryModel
    ) throws(DomainError) {
        let (expected, name) = (model.orders[index], "order \(index + 1)")
        guard let order = try store.order(numbered: UInt64(index + 1)) else {
            violations.append("\(name) is not there")
            return
        }
        var events: [DeliveryModel.Event] = []
        _ = try store.visitEvents(of: order, behind: nil, limit: .max) { event in
            let agent = self.index(event.agent)
            let moment = event.moment.milliseconds
            events.append(DeliveryModel.Event(kind: "\(event.kind)", moment: moment, agent: agent))
            return .next
        }
        if let flaw = Self.flaw(of: events) { violations.append("\(name) \(flaw)") }
        let found = DeliveryModel.PlannedOrder(
            pool: DeliveryWork.pools.firstIndex(of: order.pool.text) ?? -1,
            fee: order.fee,
            shopper: self.index(order.shopper),
            name: Int(String(decoding: order.reference, as: UTF8.self)) ?? -1,
            openedAt: order.openedAt.milliseconds,
            status: "\(order.status)",
            agent: self.index(order.agent),
            takenAt: order.takenAt?.milliseconds,
            closedAt: order.closedAt?.milliseconds,
            events: events,
            // Where the feed tells of it the feed is asked.
            told: expected.told
        )
        require(found, expected, name)
        let called = try store.order(called: DeliveryWork.bytes(expected.name))
        require(called, order, "what is called as \(name)")
        require(try store.details(of: order), try DeliveryWork.details(), "details of \(name)")
        try compareChannel(of: order, model.channels[index] ?? PlannedChannel(), name)
        try compareWays(of: order, model.ways[index] ?? [:], name)
    }

    /// What is wrong with what happened to an order, whatever the model says; nil for nothing.
    private static func flaw(of events: [DeliveryModel.Event]) -> String? {
        guard events.first?.kind == "opened" else { return "was never opened" }
        var (agent, isClosed) = (nil as Int?, false)
        for event in events.dropFirst() {
            if isClosed { return "was not over at its end" }
            switch event.kind {
            case "taken":
                guard agent == nil, event.agent != nil else { return "has two winners" }
                agent = event.agent
            case "released":
                guard let known = agent, known == event.agent else { return "was not in hand" }
                agent = nil
            case "completed":
                guard let known = agent, known == event.agent else { return "was not in hand" }
                isClosed = true
            case "cancelled":
                guard agent == event.agent else { return "was another's" }
                isClosed = true
            default: return "was opened twice"
            }
        }
        return nil
    }

    private mutating func compareChannel(
        of order: Order,
        _ expected: PlannedChannel,
        _ name: String
    ) throws(DomainError) {
        var messages: [PlannedChannel.Message] = []
        _ = try store.visitMessages(about: order, before: nil, limit: .max) { message in
            let client = Int(String(decoding: message.clientID, as: UTF8.self)) ?? -1
            let isWhole = message.text == "Message \(client)"
            messages.append(
                PlannedChannel.Message(
                    place: Int(clamping: message.number),
                    author: self.index(message.author),
                    role: "\(message.role)",
                    name: isWhole ? client : -1
                )
            )
            return .next
        }
        require(messages.reversed(), expected.messages, "messages of \(name)")
        var people: [Int: PlannedChannel.Person] = [:]
        for person in try store.channelPeople(of: order.number) {
            people[index(person.person) ?? -1] = PlannedChannel.Person(
                isInvited: person.isInvited,
                read: Int(clamping: person.readNumber)
            )
        }
        require(people, expected.people, "channel of \(name)")
    }

    private mutating func compareWays(
        of order: Order,
        _ expected: [Int: PlannedWay],
        _ name: String
    ) throws(DomainError) {
        for (index, person) in work.people.enumerated() {
            let route = RouteName(person, order.number)
            guard let tracking = try store.tracking(of: route) else {
                require(nil, expected[index], "way of \(index) with \(name)")
                continue
            }
            var kept: [Position] = []
            _ = try store.visitRoute(of: route, from: nil, pieceCount: .max) { kept += $0 }
            let found = PlannedWay(
                takenAt: tracking.takenAt.milliseconds,
                startedAt: tracking.startedAt.milliseconds,
                stoppedAt: tracking.stoppedAt?.milliseconds,
                isSeen: tracking.last != nil,
                kept: kept.map { position in
                    let step = (0...20).first { DeliveryWork.point($0) == position.point } ?? -1
                    return PlannedPosition(moment: position.moment.milliseconds, step: step)
                }
            )
            require(found, expected[index], "way of \(index) with \(name)")
            if let last = tracking.last {
                require(last, kept.last, "last position of \(index) with \(name)")
            }
        }
    }
}

// Pools, and what their feeds tell.
extension DeliveryCheck {
    /// The feed tells of each order once, in the order in which they became what they are.
    private mutating func compareFeed(
        _ index: Int,
        _ model: DeliveryModel,
        after place: Int
    ) throws(DomainError) {
        let place = max(0, place)
        let expected = model.orders.indices
            .filter { model.orders[$0].pool == index && model.orders[$0].told > place }
            .sorted { model.orders[$0].told < model.orders[$1].told }
            .map { "\(model.orders[$0].news) \($0)" }
        guard let pool = try pool(index) else {
            require([], expected, "pool \(index)")
            return
        }
        var told: [String] = []
        let start = Sequence(UInt64(place))
        let last = try store.visitEntries(of: pool.feed, after: start, limit: .max) {
            entry throws(DomainError) in
            let change = try store.orderChange(entry, of: pool.feed)
            told.append(change.map(Self.news) ?? "what cannot be read")
            return .next
        }
        if told != expected {
            let (found, wanted) = (told.suffix(20), expected.suffix(20))
            violations.append("feed of pool \(index): \(found), not \(wanted)")
        }
        require(Int(clamping: last.place.rawValue), model.toldLast[index], "feed of pool \(index)")
    }

    private static func news(_ change: OrderChange) -> String {
        switch change {
        case .opened(let order): "opened \(order.number - 1)"
        case .taken(let order): "taken \(order.number - 1)"
        case .released(let order): "released \(order.number - 1)"
        case .closed(let order): "closed \(order.number - 1)"
        }
    }

    private mutating func compareLists(
        _ index: Int,
        _ model: DeliveryModel
    ) throws(DomainError) {
        guard let pool = try pool(index) else { return }
        for status in OrderStatus.allCases {
            let expected = model.orders.indices.reversed().filter {
                model.orders[$0].pool == index && model.orders[$0].status == "\(status)"
            }
            let found = try numbers(of: .pool(pool, status))
            if found != expected { violations.append("list of pool \(index), \(status)") }
        }
    }

    private func pool(_ index: Int) throws(DomainError) -> SharedCollection? {
        let name = CollectionName(stored: DeliveryWork.pools[index])
        return try store.collection(named: name, of: .pools)
    }

    /// The orders of a list, counted from 0.
    private func numbers(of list: OrderList) throws(DomainError) -> [Int] {
        var numbers: [Int] = []
        _ = try store.visitOrders(of: list, before: nil, limit: .max) { order in
            numbers.append(Int(clamping: order.number) - 1)
            return .next
        }
        return numbers
    }
}

extension DeliveryModel.PlannedOrder {
    /// What the feed of its pool tells of it.
    fileprivate var news: String { isClosed ? "closed" : events.last?.kind ?? "" }
}
