import NoteletClient

/// Act 7: points lapse when it was said they would.
struct LapsedPoints {
    let panel: Panel

    private static let given: Int64 = 70

    func perform() async throws {
        let (stage, backstage, calendar) = (panel.stage, panel.backstage, panel.calendar)
        try stage.act("Points that lapse")
        let sujin = panel.sujin.notelet
        let before = try await sujin.getBalance().points
        let end = calendar.date(25)
        try await backstage.admin(
            ["rewards", "grant", panel.sujin.name, "\(Self.given)", "--expires", end]
        )
        let lots = try await sujin.listExpiring().lots
        try stage.check("who is given points reads when they lapse", lots.map(\.points), is: [70])
        try calendar.go(toDay: 24, hour: 23)
        let dayBefore = try await sujin.getBalance().points
        try stage.check("an hour before, they are there", dayBefore, is: before + Self.given)
        try calendar.go(toDay: 25, hour: 1)
        let balance = try await sujin.getBalance().points
        try stage.check("an hour after, they are not", balance, is: before)
        let lotsLeft = try await sujin.listExpiring().lots
        try stage.check("nothing else lapses", lotsLeft.count, is: 0)
        // What is over is moved away by the next round, which each start begins with.
        backstage.kill()
        try await backstage.start()
        let bell = Bell()
        let ringing = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(20))
                bell.ring()
            }
        }
        defer { ringing.cancel() }
        try await bell.wait("the statement says that they lapsed") {
            let entries = try await panel.transactions(of: panel.sujin)
            return entries.first.map { [$0.change, $0.balance] } == [-Self.given, before]
        }
        try stage.pass("and the statement says so, after another kill -9")
    }
}
