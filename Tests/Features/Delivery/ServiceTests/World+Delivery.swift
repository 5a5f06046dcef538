import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import NoteletAPI
import Records

@testable import Serving

/// Two orders: one that Alice has in hand, and one that is open.
struct OfferedOrders: Sendable {
    let inHand: [UInt8]
    let open: [UInt8]
}

extension World {
    /// The request of a method of delivery that Alice may call, encoded.
    func deliveryPayload(of method: MethodSummary) -> [UInt8] {
        let order = orders.inHand
        return switch method.name {
        case "GetAgent": encode(GetAgentRequest())
        case "ListOrders": encode(ListOrdersRequest(pool: "north", status: .open))
        case "ListOwnOrders": encode(ListOwnOrdersRequest(status: .inProgress))
        case "GetOrder": encode(GetOrderRequest(id: order))
        case "AcceptOrder": encode(AcceptOrderRequest(id: orders.open))
        case "CompleteOrder": encode(CompleteOrderRequest(id: order))
        case "ReleaseOrder": encode(ReleaseOrderRequest(id: order, reason: "펑크"))
        case "StartTracking": encode(StartTrackingRequest(orderID: order))
        case "StopTracking": encode(StopTrackingRequest(orderID: order))
        case "UpdateLocations":
            encode(
                UpdateLocationsRequest(
                    orderID: order,
                    locations: [.cityHall(at: service.clock.now())]
                )
            )
        case "GetLastLocation": encode(GetLastLocationRequest(orderID: order))
        case "GetRoute": encode(GetRouteRequest(orderID: order))
        case "SendText":
            encode(
                SendTextRequest(
                    orderID: order,
                    clientID: [UInt8](repeating: 2, count: 16),
                    text: "도착했습니다"
                )
            )
        case "ListMessages": encode(ListMessagesRequest(orderID: order))
        case "MarkRead": encode(MarkReadRequest(orderID: order, number: 1))
        case "GetMCash": encode(GetMCashRequest())
        case "ListMCash": encode(ListMCashRequest())
        case "RequestWithdrawal": encode(RequestWithdrawalRequest(amount: 1_000))
        default: preconditionFailure("Delivery.\(method.name) has no sample request.")
        }
    }
}

extension NoteletAPI.Location {
    /// Where the city hall of Seoul is.
    static func cityHall(at moment: Instant) -> NoteletAPI.Location {
        NoteletAPI.Location(
            latitude: 37.5665,
            longitude: 126.978,
            recordedAt: Timestamp(moment)
        )
    }
}

extension TestService {
    /// Makes a pool, an agent of somebody, and orders: one that is carried out, one that is in hand
    /// and about which something is said, and one that is open.
    func offerOrders(to agent: Person) async throws -> OfferedOrders {
        let root = Operator(name: "root")
        let id = try UserID(agent.user.id)
        let ids = try await write { store, context throws(DomainError) in
            let name = CollectionName(stored: "north")
            _ = try store.makeCollection(named: name, of: .pools, by: root, context)
            _ = try store.putAgent(id, name: "앨리스", by: root, context)
            var ids: [[UInt8]] = []
            for reference in ["done", "in hand", "open"] {
                let details = try OrderDetails(
                    customer: "김고객",
                    phone: "010-0000-0000",
                    note: "",
                    stops: [DeliveryRules.OrderStop("서울시청", .dropoff)]
                )
                let new = try NewOrder(
                    "국수 둘, \(reference)",
                    fee: 3_500,
                    details,
                    in: "north",
                    called: Array(reference.utf8)
                )
                ids.append(try store.createOrder(new, by: root, context).id.opaque.bytes)
            }
            return ids
        }
        let caller = agent.caller
        for id in ids.prefix(2) {
            try await call(DeliveryAPI.acceptOrder, AcceptOrderRequest(id: id), as: caller)
        }
        try await call(DeliveryAPI.completeOrder, CompleteOrderRequest(id: ids[0]), as: caller)
        let tracking = StartTrackingRequest(orderID: ids[1])
        try await call(DeliveryAPI.startTracking, tracking, as: caller)
        let said = SendTextRequest(
            orderID: ids[1],
            clientID: [UInt8](repeating: 1, count: 16),
            text: "출발합니다"
        )
        try await call(DeliveryAPI.sendText, said, as: caller)
        return OfferedOrders(inHand: ids[1], open: ids[2])
    }
}
