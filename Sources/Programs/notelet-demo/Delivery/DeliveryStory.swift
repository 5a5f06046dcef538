import Foundation
import NoteletClient

/// A lunch hour: riders who want the same orders, a server that is killed, and cash.
struct DeliveryStory {
    let stage: Stage
    let backstage: Backstage

    /// Signing up is nearly all password hashing, which takes whole cores.
    private static let signUpLimit = 8

    func perform() async throws {
        let start = ContinuousClock.now
        try stage.title("점심시간 · orders of which each is one rider's, and cash for each, once")
        backstage.set(["features = accounts,ledger,delivery"])
        let time = try await backstage.start()
        try stage.say("A server of its own, process \(backstage.processIdentifier),")
        try stage.say("serves \(backstage.address) after \(time.brief).")

        let names = (1...LunchCrew.riderCount).map { "rider\($0)" }
        let people = try await concurrently(
            names + ["haeun"],
            limit: Self.signUpLimit
        ) { [address = backstage.address] name in
            try await Person.signUp(
                name,
                email: "\(name)@example.com",
                password: "correct horse battery staple",
                at: address
            )
        }
        guard let shopper = people.last else { return }
        let crew = LunchCrew(
            stage: stage,
            backstage: backstage,
            riders: Array(people.dropLast()),
            shopper: shopper
        )
        let orders = try await OpenedKitchen(crew: crew).perform()
        try await LunchRush(crew: crew, orders: orders).perform()
        let last = try await HandedOver(crew: crew).perform()
        try await PaidOut(crew: crew, rider: last).perform()
        try await close(after: start)
    }

    /// Has everything proved, at the running server and from the files that it leaves.
    private func close(after start: ContinuousClock.Instant) async throws {
        try stage.title("The end")
        let proof = try await backstage.admin("ledger", "verify", "--quiet")
        try stage.check(
            "all cash is where its transfers put it",
            proof.contains("all in balance"),
            is: true
        )
        try stage.quote(proof.split(separator: "\n").last.map(String.init) ?? "")
        let code = await backstage.stop()
        try stage.check("asked to stop, the server ends in order", code, is: 0)
        let store = backstage.place(for: "store")
        try await backstage.admin("store", "verify", "--store", store, "--quiet")
        try stage.pass("and what it leaves is sound, record by record")
        try stage.summary([
            ("orders", "\(LunchCrew.orderCount), each carried out and paid for once"),
            ("checks", "\(stage.checkCount), all of them passed"),
            ("time", (ContinuousClock.now - start).brief),
        ])
    }
}

/// The people of the story.
struct LunchCrew: Sendable {
    let stage: Stage
    let backstage: Backstage
    /// Those who carry orders out.
    let riders: [Person]
    /// Somebody for whom an order is.
    let shopper: Person

    static let pool = "lunch"
    static let riderCount = 50
    static let orderCount = 500

    /// What the order of a number brings.
    static func fee(ofOrder number: Int) -> Int64 { 3_000 + 100 * Int64(number % 10) }

    /// An order as an operator writes it.
    static func line(_ number: Int, shopper: String? = nil) -> String {
        let person = shopper.map { #", "shopper": "\#($0)""# } ?? ""
        return #"{"reference": "\#(number)", "pool": "\#(pool)", "summary": "국수 \#(number)", "#
            + #""fee": \#(fee(ofOrder: number)), "customer": "Kim"\#(person), "stops": "#
            + #"[{"kind": "pickup", "address": "1 Kitchen Road"}, "#
            + #"{"kind": "dropoff", "address": "\#(number) Table Street"}]}"#
    }

    /// Has the operator make orders.
    func create(_ lines: [String]) async throws {
        let file = backstage.place(for: "orders.jsonl")
        let text = lines.map { $0 + "\n" }.joined()
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        try await backstage.admin("delivery", "order", "create", file, "--quiet")
    }

    /// The orders of the pool that have a status, as a rider sees them.
    func orders(_ status: OrderStatus) async throws -> [Order] {
        try await all(riders[0].notelet.listOrders(pool: Self.pool, status: status, pageSize: 500))
    }

    /// All that a list has.
    func all<Item: Sendable>(_ pages: PageSequence<Item>) async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages { items += page.items }
        return items
    }
}
