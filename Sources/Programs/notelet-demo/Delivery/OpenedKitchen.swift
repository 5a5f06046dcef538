import NoteletClient

/// Act 1: an operator makes agents of people, and orders of a file.
struct OpenedKitchen {
    let crew: LunchCrew

    /// Plays it; answers the orders, newest first.
    func perform() async throws -> [Order] {
        let (stage, backstage) = (crew.stage, crew.backstage)
        try stage.act("The kitchen opens")
        try await backstage.admin("delivery", "pool", "add", LunchCrew.pool)
        try await stage.checkRefusal("who is no rider sees no order", .notAnAgent) {
            _ = try await crew.orders(.open)
        }
        for (index, rider) in crew.riders.enumerated() {
            try await backstage.admin(["delivery", "agent", "put", rider.name, "Rider \(index)"])
        }
        let agent = try await crew.riders[7].notelet.getAgent()
        try stage.check(
            "the operator makes riders of people",
            [agent.name, "\(agent.ordersInHand)"],
            is: ["Rider 7", "0"],
            note: "\(crew.riders.count) riders"
        )
        let lines = (0..<LunchCrew.orderCount).map { LunchCrew.line($0) }
        let (_, time) = try await timed { try await crew.create(lines) }
        let orders = try await crew.orders(.open)
        try stage.check(
            "and orders of a file, which all of them see",
            orders.count,
            is: LunchCrew.orderCount,
            note: "\(orders.count) in \(time.brief)"
        )
        try stage.check(
            "but not yet where they go",
            orders.contains { $0.detail != nil },
            is: false
        )
        try await crew.create(lines)
        let again = try await crew.orders(.open)
        try stage.check(
            "the same file once more makes none twice",
            again.map(\.id),
            is: orders.map(\.id)
        )
        return orders
    }
}
