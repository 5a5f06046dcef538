import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

/// Orders and cash where many want the same, servers are killed, and stores are moved.
@Suite(.timeLimit(.minutes(3)))
struct DeliveryCrashTests {
    private static let fee: Int64 = 3_500

    @Test("Each order is one agent's, whenever the server is killed")
    func killsAmidAcceptance() async throws {
        var random = SeededGenerator()
        let desk = try await AdminDesk.ofDelivery()
        let ids = try await desk.makeOrders(12, fee: Self.fee)
        let agents = try await desk.makeAgents(["anna", "bert", "cleo", "dora"])
        var won = agents.map { _ in 0 }
        for id in ids {
            let pause = Int.random(in: 0...6_000, using: &random)
            let winners = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
                for (index, agent) in agents.enumerated() {
                    group.addTask { (index, try await Self.acceptTwice(id, agent)) }
                }
                try await Task.sleep(for: .microseconds(pause))
                try await desk.server.restart(SIGKILL)
                var winners: [Int] = []
                for try await (index, hasIt) in group where hasIt { winners.append(index) }
                return winners
            }
            try #require(winners.count == 1, "\(random)")
            won[winners[0]] += 1
        }
        for (agent, count) in zip(agents, won) {
            let own = try await all(agent.listOwnOrders(status: .inProgress))
            #expect(own.count == count, "\(random)")
            #expect(try await agent.getAgent().ordersInHand == Int32(count), "\(random)")
        }
        try await desk.proveFiles()
    }

    /// Asks for an order, and once more under the same key; whether the agent has it.
    private static func acceptTwice(_ id: [UInt8], _ agent: Notelet) async throws -> Bool {
        let key = IdempotencyKey()
        var outcomes: [Bool] = []
        for _ in 0..<2 {
            do throws(NoteletError) {
                let order = try await agent.acceptOrder(id: id, idempotencyKey: key)
                outcomes.append(order.isOwn && order.detail != nil)
            } catch {
                guard error.reason == .orderTaken else { throw error }
                outcomes.append(false)
            }
        }
        #expect(outcomes[0] == outcomes[1])
        return outcomes[0]
    }

    @Test("Each order is paid exactly once, whenever the server is killed")
    func killsAmidCompletion() async throws {
        var random = SeededGenerator()
        let desk = try await AdminDesk.ofDelivery()
        let ids = try await desk.makeOrders(12, fee: Self.fee)
        let agent = try #require(try await desk.makeAgents(["anna"]).first)
        for id in ids {
            let pause = Int.random(in: 0...6_000, using: &random)
            async let settled: [Int64] = {
                try await agent.acceptOrder(id: id)
                let key = IdempotencyKey()
                let first = try await agent.completeOrder(id: id, idempotencyKey: key)
                let again = try await agent.completeOrder(id: id, idempotencyKey: key)
                return [first.settled, again.settled]
            }()
            try await Task.sleep(for: .microseconds(pause))
            try await desk.server.restart(SIGKILL)
            #expect(try await settled == [Self.fee, Self.fee], "\(random)")
            // Under a key of its own it says what is so.
            #expect(try await agent.completeOrder(id: id).order?.status == .completed)
        }
        let entries = try await all(agent.listMCash())
        #expect(entries.map(\.change) == ids.map { _ in Self.fee }, "\(random)")
        let cash = try await agent.getMCash()
        #expect(cash.total == Self.fee * Int64(ids.count) && cash.pending == 0, "\(random)")
        try await desk.proveFiles()
    }

    @Test("Of completing an order and calling it off, one happens; it is paid if it was completed")
    func completionAgainstCancellation() async throws {
        let desk = try await AdminDesk.ofDelivery()
        let ids = try await desk.makeOrders(40, fee: Self.fee)
        let agent = try #require(try await desk.makeAgents(["anna"]).first)
        var completedCount: Int64 = 0
        for id in ids {
            try await agent.acceptOrder(id: id)
            async let cancelled = desk.cancelOrder(id)
            async let completed: Bool = {
                do throws(NoteletError) {
                    return try await agent.completeOrder(id: id).settled == Self.fee
                } catch {
                    guard error.reason == .orderNotInProgress else { throw error }
                    return false
                }
            }()
            let (isCancelled, isCompleted) = (try await cancelled, try await completed)
            #expect(isCancelled != isCompleted)
            if isCompleted { completedCount += 1 }
        }
        #expect(try await agent.getMCash().total == Self.fee * completedCount)
        #expect(try await agent.getAgent().ordersInHand == 0)
        let done = try await all(agent.listOwnOrders(status: .completed))
        #expect(done.count == Int(completedCount))
        try await desk.proveFiles()
    }

    @Test("A dump of a store with orders makes the same store")
    func dumpAndLoad() async throws {
        let desk = try await AdminDesk.ofDelivery()
        let ids = try await desk.makeOrders(4, fee: Self.fee)
        let agents = try await desk.makeAgents(["anna", "bert"])
        for id in ids.dropLast() { try await agents[0].acceptOrder(id: id) }
        for id in ids.prefix(2) { try await agents[0].completeOrder(id: id) }
        try await agents[0].releaseOrder(id: ids[2], reason: "a flat tyre")
        try await agents[1].acceptOrder(id: ids[2])
        #expect(try await desk.cancelOrder(ids[3]))
        try await agents[1].startTracking(orderID: ids[2])
        try await agents[1].sendText(orderID: ids[2], clientID: [1], text: "On the way")
        try await agents[0].requestWithdrawal(amount: 1_000)
        try await desk.proveFiles()

        let path = desk.server.storePath
        let (dump, copy) = (path + ".jsonl", path + "2")
        #expect(try await Admin(store: path).reveal(to: dump).exitCode == 0)
        let load = try await Admin(store: copy).run("load", dump, "--key-file", path + ".key")
        #expect(load.exitCode == 0, "\(load)")
        try FileManager.default.copyItem(atPath: path + ".key", toPath: copy + ".key")
        #expect(try await Admin(store: copy).reveal(to: dump + "2").exitCode == 0)
        #expect(FileManager.default.contentsEqual(atPath: dump, andPath: dump + "2"))
        let proof = try await desk.run("ledger", "verify", "--store", copy)
        #expect(proof.exitCode == 0, "\(proof)")
        let text = try String(contentsOfFile: dump, encoding: .utf8)
        #expect(text.contains("Noodles 3") && text.contains("a flat tyre"))
    }
}
