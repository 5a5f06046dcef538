import Domain
import NoteletAPI
import NoteletService
import TTRPC
import Testing

@testable import Serving

/// What comes of it when agents and operators ask at the same moment for what excludes each other.
@Suite struct OrderRaceTests {
    private typealias Desk = DeliveryAdministrationAPI
    private let office: DeliveryOffice
    private var anna: Person { office.anna }
    private var ben: Person { office.ben }

    /// What somebody asks for.
    private typealias Deed = @Sendable () async throws -> RefusalReason?
    private static let orderCount = 20
    private static let fee: Int64 = 3_500

    init() async throws {
        office = try await DeliveryOffice()
    }

    @Test(.timeLimit(.minutes(1)))
    func anOrderIsTakenBeforeItIsCalledOffOrNever() async throws {
        for number in 0..<Self.orderCount {
            let id = try await office.makeOrder("\(number)")
            let accept = AcceptOrderRequest(id: id)
            let deeds = [
                deed(DeliveryAPI.acceptOrder, accept, by: anna), cancel(id),
                deed(DeliveryAPI.acceptOrder, accept, by: ben), cancel(id),
            ]
            let reasons = try await race(deeds, turnedBy: number)
            // Calling off goes through in any case, once; of the agents at most one gets there
            // first.
            #expect(reasons[1] == nil && reasons[3] == nil)
            let winners = [0, 2].filter { reasons[$0] == nil }
            #expect(winners.count <= 1)
            for loser in [0, 2] where reasons[loser] != nil {
                #expect([.orderTaken, .orderClosed].contains(reasons[loser]))
            }
            let kinds = try await events(id).map(\.kind)
            #expect(kinds == [.opened] + (winners.isEmpty ? [] : [.taken]) + [.cancelled])
            let late = try await deed(DeliveryAPI.acceptOrder, accept, by: ben)()
            #expect(late == .orderClosed)
        }
        try await expectPaid([:])
    }

    @Test(.timeLimit(.minutes(1)))
    func anOrderIsCarriedOutOrCalledOffNeverBoth() async throws {
        var completedCount: Int64 = 0
        for number in 0..<Self.orderCount {
            let id = try await office.makeOrder("\(number)")
            try await office.accept(id)
            let complete = CompleteOrderRequest(id: id)
            let deeds = [
                deed(DeliveryAPI.completeOrder, complete, by: anna), cancel(id),
                deed(DeliveryAPI.completeOrder, complete, by: anna), cancel(id),
            ]
            let reasons = try await race(deeds, turnedBy: number)
            let kinds = try await events(id).map(\.kind)
            if kinds.last == .completed {
                completedCount += 1
                #expect(reasons == [nil, .orderClosed, nil, .orderClosed])
            } else {
                #expect(reasons == [.orderNotInProgress, nil, .orderNotInProgress, nil])
            }
            let ends = kinds.filter { $0 == .completed || $0 == .cancelled }
            #expect(ends.count == 1 && kinds.prefix(2) == [.opened, .taken] && kinds.count == 3)
        }
        try await expectPaid([anna.user.id: completedCount])
    }

    @Test(.timeLimit(.minutes(1)))
    func whoLosesAnOrderToAnotherIsNotPaidForIt() async throws {
        var completedCount: Int64 = 0
        for number in 0..<Self.orderCount {
            let id = try await office.makeOrder("\(number)")
            try await office.accept(id)
            let complete = CompleteOrderRequest(id: id)
            let reassign = ReassignOrderRequest(id: id, agentID: ben.user.id)
            let deeds = [
                deed(DeliveryAPI.completeOrder, complete, by: anna),
                deed(Desk.reassignOrder, reassign),
            ]
            let reasons = try await race(deeds, turnedBy: number)
            let kinds = try await events(id).map(\.kind)
            if reasons[0] == nil {
                completedCount += 1
                #expect(reasons[1] == .orderClosed && kinds == [.opened, .taken, .completed])
            } else {
                #expect(reasons == [.notYourOrder, nil])
                #expect(kinds == [.opened, .taken, .released, .taken])
                let done = try await office.call(DeliveryAPI.completeOrder, complete, as: ben)
                #expect(done.settled == Self.fee)
            }
        }
        let others = Int64(Self.orderCount) - completedCount
        try await expectPaid([anna.user.id: completedCount, ben.user.id: others])
    }

    /// Has all asked for at the same moment, in turns from another one on; answers in their order.
    private func race(_ deeds: [Deed], turnedBy turn: Int) async throws -> [RefusalReason?] {
        try await withThrowingTaskGroup(of: (Int, RefusalReason?).self) { group in
            for place in deeds.indices {
                let index = (place + turn) % deeds.count
                group.addTask { (index, try await deeds[index]()) }
            }
            var reasons = [RefusalReason?](repeating: nil, count: deeds.count)
            for try await (index, reason) in group { reasons[index] = reason }
            return reasons
        }
    }

    /// Something that an agent asks for.
    private func deed<Request: Sendable, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        by person: Person
    ) -> Deed {
        let (service, caller) = (office.service, person.caller)
        return { try await service.reason(method, request, as: caller) }
    }

    /// Something that an operator asks for.
    private func deed<Request: Sendable, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) -> Deed {
        let desk = office.desk
        return {
            do {
                _ = try await desk.call(method, request)
                return nil
            } catch let error as RPCError {
                return try NoteletAPI.Refusal(of: error.status).reason
            }
        }
    }

    private func cancel(_ id: [UInt8]) -> Deed {
        deed(Desk.cancelOrder, CancelOrderRequest(id: id))
    }

    private func events(_ id: [UInt8]) async throws -> [NoteletAPI.OrderEvent] {
        try await office.desk.call(Desk.listOrderEvents, ListOrderEventsRequest(id: id)).events
    }

    /// Expects that each agent was paid for so many orders, each of them once.
    private func expectPaid(_ orderCounts: [[UInt8]: Int64]) async throws {
        for person in [anna, ben] {
            let total = (orderCounts[person.user.id] ?? 0) * Self.fee
            #expect(try await office.cash(person) == CashBalance(total: total, available: total))
        }
        let verified = try await office.desk.verify()
        #expect(verified.findingCount == 0)
        #expect(verified.transferCount == UInt64(orderCounts.values.reduce(0, +)))
    }
}
