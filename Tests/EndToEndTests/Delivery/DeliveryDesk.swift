import Foundation
import NoteletAPI
import NoteletClient
import TTRPC
import TestSupport
import Testing

extension AdminDesk {
    /// Starts a server with orders and cash, and a pool.
    static func ofDelivery() async throws -> AdminDesk {
        let desk = try await AdminDesk(
            arguments: ["--features", "accounts,notes,ledger,delivery", "--release-time", "1h"]
        )
        _ = try await desk.ask(DeliveryAdministrationAPI.addPool, .init(collection: "north"))
        return desk
    }

    /// Opens accounts, and makes them agents.
    func makeAgents(_ names: [String]) async throws -> [Notelet] {
        let people = try await signUp(names, at: self)
        for name in names {
            let run = try await run("delivery", "agent", "put", name, "Rider \(name)")
            try #require(run.exitCode == 0, "\(run)")
        }
        return people
    }

    /// Makes orders; answers their ids.
    func makeOrders(_ count: Int, fee: Int64 = 3_500) async throws -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for number in 0..<count {
            let request = CreateOrderRequest(
                pool: "north",
                reference: Array("order \(number)".utf8),
                summary: "Noodles \(number)",
                fee: fee,
                detail: OrderDetail(
                    customer: "Kim",
                    stops: [OrderStop(kind: .dropoff, address: "\(number) Table Street")]
                )
            )
            let response = try await ask(DeliveryAdministrationAPI.createOrder, request)
            ids.append(try #require(response.order?.order?.id))
        }
        return ids
    }

    /// Has an order called off; whether it was.
    func cancelOrder(_ id: [UInt8]) async throws -> Bool {
        do {
            let request = CancelOrderRequest(id: id, reason: "late")
            let order = try await ask(DeliveryAdministrationAPI.cancelOrder, request).order?.order
            return order?.status == .cancelled
        } catch let error as RPCError where error.code == .failedPrecondition {
            return false
        }
    }
}
