import Foundation
import NoteletClient
import TestSupport
import Testing

/// Orders at both doors of one server, and under the hands of an operator.
@Suite(.timeLimit(.minutes(1)))
struct DeliveryDoorTests {
    private let folder = TemporaryDirectory()

    private static let order = #"""
        {"reference": "1", "pool": "north", "summary": "Noodles", "fee": 3500, "customer": "Kim", \#
        "stops": [{"kind": "dropoff", "address": "2 Table Street", "point": "37.5,126.9"}]}
        """#

    @Test("What an agent does at one door is there at the other")
    func bothDoors() async throws {
        let admin = folder.path("admin.sock")
        let (server, address) = try await startServer(
            in: folder,
            [
                "--web-listen", "http://127.0.0.1:0", "--shared-address", "--admin-listen",
                "unix://\(admin)", "--features", "accounts,notes,ledger,delivery",
            ]
        )
        let line = try #require(await server.nextLine())
        let web = String(try #require(line.split(separator: " ").last))
        func lines(_ words: [String], input: String = "") async throws -> [Document] {
            let run = try await ProgramRun.run(
                "notelet-admin",
                ["delivery"] + words + ["--json"],
                environment: ["NOTELET_ADMIN_SERVER": "unix://\(admin)"],
                input: input
            )
            try #require(run.exitCode == 0, "\(run)")
            return try run.output.split(separator: "\n").map { try Document(String($0)) }
        }
        func operate(_ words: String..., input: String = "") async throws -> Document {
            try #require(try await lines(words, input: input).first)
        }
        let here = try await signUp("anna", at: address)
        let stranger = await #expect(throws: NoteletError.self) {
            try await all(here.listOrders(pool: "north", status: .open))
        }
        #expect(stranger?.reason == .notAnAgent)
        _ = try await operate("pool", "add", "north")
        _ = try await operate("agent", "put", "anna", "Rider Anna")
        for _ in 0..<2 {
            let made = try await operate("order", "create", "-", input: Self.order)
            #expect(made["orders"].count == 1 && made["orders"][0]["status"].text == "open")
        }
        let there = try Notelet(web)
        try await there.logIn(email: "anna@example.com", password: password)
        let open = try await all(there.listOrders(pool: "north", status: .open))
        let id = try #require(open.first?.id)
        #expect(open.count == 1 && open[0].detail == nil)
        #expect(try await there.acceptOrder(id: id).detail?.customer == "Kim")
        #expect(try await here.getOrder(id: id).isOwn)
        #expect(try await here.completeOrder(id: id).settled == 3_500)
        #expect(try await there.getOrder(id: id).detail == nil)
        #expect(try await there.getMCash().available == 3_500)

        let asked = try await there.requestWithdrawal(amount: 3_000)
        #expect(asked.balance?.available == 500)
        let number = try #require(asked.withdrawal?.transfer)
        let paid = try await operate("withdrawal", "pay", "\(number)", "--amount", "2000")
        #expect(paid["withdrawal"]["status"].text == "paid", "\(paid)")
        let cash = try await here.getMCash()
        #expect(cash.total == 1_500 && cash.pending == 0)
        let name = try #require(Identifier(bytes: id)?.description)
        let events = try await lines(["order", "events", name])
        #expect(events.map { $0["event"]["kind"].text } == ["opened", "taken", "completed"])
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A server that does not offer delivery says so, to operators and to people")
    func switchedOff() async throws {
        let desk = try await AdminDesk()
        let asked = try await desk.run("delivery", "agent", "list")
        #expect(asked.exitCode == 1 && asked.errorOutput.contains("does not offer delivery"))
        let person = try await signUp("anna", at: desk.server.address)
        let error = await #expect(throws: NoteletError.self) { try await person.getAgent() }
        #expect(error?.reason == .featureOff && error?.fields == ["feature": "delivery"])
        #expect(await desk.server.stop() == 0)
    }

    @Test("What is no order is told in one line, and none of the file is made")
    func badOrders() async throws {
        let desk = try await AdminDesk.ofDelivery()
        func create(_ old: String, _ new: String) async throws -> ProgramRun {
            let text = Self.order + "\n" + Self.order.replacing(old, with: new)
            return try await desk.run(["delivery", "order", "create", "-"], input: text)
        }
        for (old, new) in [("\"fee\"", "\"price\""), ("dropoff", "detour"), ("37.5,", "37.5;")] {
            let run = try await create(old, new)
            #expect(run.exitCode == 65 && run.output.isEmpty, "\(run)")
        }
        let list = try await desk.run("delivery", "order", "list", "north")
        #expect(list.output.isEmpty && list.errorOutput.contains("0 orders"), "\(list)")
        let far = try await create("37.5,", "97.5,")
        #expect(far.exitCode == 1, "\(far)")
        let unknown = "00000000-0000-4000-8000-000000000000"
        let show = try await desk.run("delivery", "order", "show", unknown)
        #expect(show.exitCode == 1 && show.output.isEmpty, "\(show)")
        #expect(await desk.server.stop() == 0)
    }
}
