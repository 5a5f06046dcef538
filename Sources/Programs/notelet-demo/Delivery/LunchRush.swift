import Locking
import NoteletClient

/// Act 2: five riders ask for each order at once, and the server is killed in the middle of it.
struct LunchRush {
    let crew: LunchCrew
    /// All of them open.
    let orders: [Order]

    private static let contenderCount = 5
    /// Orders that are wanted at a time.
    private static let orderLimit = 20
    private static let killCount = 2

    /// What became of asking for an order.
    private enum Outcome: Equatable {
        /// The rider had it, and got this for carrying it out.
        case paid(Int64)
        /// Another one has it.
        case taken
        /// Another one had it and has carried it out.
        case closed
    }

    func perform() async throws {
        let stage = crew.stage
        try stage.act("A lunch hour")
        let askedCount = orders.count * Self.contenderCount
        try stage.say("\(crew.riders.count) riders ask \(askedCount.grouped) times; each order is")
        try stage.say("wanted by \(Self.contenderCount) of them at the same time.")
        let tally = Tally()
        let start = ContinuousClock.now
        async let rush = concurrently(
            Array(orders.enumerated()),
            limit: Self.orderLimit
        ) { index, order in
            let outcomes = try await contend(for: order, number: index)
            tally.add()
            return outcomes
        }
        for number in 1...Self.killCount {
            try await tally.wait(forCount: orders.count * number / (Self.killCount + 1))
            crew.backstage.kill()
            let time = try await crew.backstage.start()
            try stage.pass("kill -9 number \(number): the server is back", note: time.brief)
        }
        let outcomes = try await rush
        let time = ContinuousClock.now - start
        try check(outcomes, time)
        try await checkCash(outcomes)
    }

    /// Has some riders ask for an order, of whom the one that gets it carries it out.
    private func contend(for order: Order, number: Int) async throws -> [Int: Outcome] {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            for place in 0..<Self.contenderCount {
                let rider = (number * 7 + place * 11) % crew.riders.count
                let notelet = crew.riders[rider].notelet
                group.addTask { (rider, try await Self.ask(for: order, notelet)) }
            }
            var outcomes: [Int: Outcome] = [:]
            for try await (rider, outcome) in group { outcomes[rider] = outcome }
            return outcomes
        }
    }

    private static func ask(for order: Order, _ rider: Notelet) async throws -> Outcome {
        do throws(NoteletError) {
            try await rider.acceptOrder(id: order.id)
            return .paid(try await rider.completeOrder(id: order.id).settled)
        } catch {
            if error.reason == .orderTaken { return .taken }
            if error.reason == .orderClosed { return .closed }
            throw error
        }
    }

    private func check(_ outcomes: [[Int: Outcome]], _ time: Duration) throws {
        let stage = crew.stage
        let winnerCounts = outcomes.map { order in
            order.values.count { $0 != .taken && $0 != .closed }
        }
        try stage.check(
            "each order was one rider's, and of all others none's",
            winnerCounts.allSatisfy { $0 == 1 },
            is: true,
            note: "\(orders.count) in \(time.brief)"
        )
        try stage.check(
            "and that one got what the order brings",
            zip(orders, outcomes).allSatisfy { $1.values.contains(.paid($0.fee)) },
            is: true
        )
        let takenCount = outcomes.reduce(0) { $0 + $1.values.count { $0 == .taken } }
        try stage.say("\(takenCount.grouped) times somebody was told that another one has it.")
    }

    private func checkCash(_ outcomes: [[Int: Outcome]]) async throws {
        let stage = crew.stage
        var fees = crew.riders.map { _ in [Int64]() }
        for order in outcomes {
            for case (let rider, .paid(let fee)) in order { fees[rider].append(fee) }
        }
        let statements = try await concurrently(crew.riders, limit: 10) { rider in
            try await crew.all(rider.notelet.listMCash(pageSize: 500)).map(\.change)
        }
        try stage.check(
            "each statement has what its rider got, entry by entry",
            statements.map { $0.sorted() },
            is: fees.map { $0.sorted() },
            note: "\(statements.count) statements"
        )
        var total: Int64 = 0
        for rider in crew.riders { total += try await rider.notelet.getMCash().total }
        try stage.check(
            "and all of them together what all orders bring",
            total,
            is: orders.reduce(0) { $0 + $1.fee },
            note: Int(total).grouped
        )
        let openCount = try await crew.orders(.open).count
        let doneCount = try await crew.orders(.completed).count
        try stage.check("nothing is left over", [openCount, doneCount], is: [0, orders.count])
    }
}

/// How many orders are over.
private final class Tally: Sendable {
    private let count = Mutex(0)
    private let bell = Bell()

    func add() {
        count.withLock { $0 += 1 }
        bell.ring()
    }

    func wait(forCount expected: Int) async throws {
        try await bell.wait("\(expected) orders are carried out") {
            count.withLock { $0 } >= expected
        }
    }
}
