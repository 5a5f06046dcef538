import Domain
import Metrics
import NoteletAPI
import ProtobufCoding
import Testing

@testable import Serving

/// A service with delivery, an operator, two agents, and somebody who orders.
struct DeliveryOffice {
    private typealias Desk = DeliveryAdministrationAPI
    let service: TestService
    let desk: LedgerDesk
    private(set) var anna: Person
    private(set) var ben: Person
    private(set) var eva: Person

    init(limits: ServiceLimits? = nil) async throws {
        service = try TestService(limits: limits)
        desk = try LedgerDesk(of: service)
        anna = try await service.person("anna")
        ben = try await service.person("ben")
        eva = try await service.person("eva")
        _ = try await desk.call(Desk.addPool, AddCollectionRequest(collection: "north"))
        for (person, name) in [(anna, "안나"), (ben, "벤")] {
            let request = PutAgentRequest(userID: person.user.id, name: name)
            _ = try await desk.call(Desk.putAgent, request)
        }
    }

    /// Lets time go by, after which everybody signs in again.
    mutating func advance(seconds: Int64) async throws {
        service.clock.advance(seconds: seconds)
        anna = try await service.renewed(anna)
        ben = try await service.renewed(ben)
        eva = try await service.renewed(eva)
    }

    @discardableResult
    func create(
        _ reference: String = "a",
        fee: Int64 = 3_500,
        for shopper: Person? = nil
    ) async throws -> ListedOrder {
        let request = CreateOrderRequest.sample(reference, fee: fee, for: shopper)
        return try #require(try await desk.call(Desk.createOrder, request).order)
    }

    /// Makes an order, and answers its id.
    func makeOrder(
        _ reference: String = "a",
        fee: Int64 = 3_500,
        for shopper: Person? = nil
    ) async throws -> [UInt8] {
        let made = try await create(reference, fee: fee, for: shopper)
        return try #require(made.order).id
    }

    @discardableResult
    func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as person: Person? = nil,
        key: String? = nil
    ) async throws -> Response {
        try await service.call(method, request, as: (person ?? anna).caller, key: key)
    }

    func refusal<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as person: Person? = nil
    ) async throws -> NoteletAPI.Refusal {
        try await service.refusal(method, request, as: (person ?? anna).caller)
    }

    @discardableResult
    func accept(_ id: [UInt8], as person: Person? = nil) async throws -> NoteletAPI.Order {
        let request = AcceptOrderRequest(id: id)
        let response = try await call(DeliveryAPI.acceptOrder, request, as: person)
        return try #require(response.order)
    }

    func cash(_ person: Person? = nil) async throws -> CashBalance {
        let response = try await call(DeliveryAPI.getMCash, GetMCashRequest(), as: person)
        return try #require(response.balance)
    }

    /// What an export gives of features, by the full names of its messages.
    func exported(of person: Person? = nil) async throws -> [ExportedRecord] {
        let stream = RecordingStream()
        let export = ExportDataRequest(password: TestService.password)
        let caller = (person ?? anna).elsewhere
        _ = try service.open(AccountsAPI.exportData, export, as: caller, on: stream)
        await stream.runUntilFinished()
        return try stream.decoded(ExportDataResponse.self).compactMap { response in
            if case .record(let record) = response.part { return record }
            return nil
        }
    }

    /// How often each deed was counted.
    func counts() -> [String: UInt64] {
        var counts: [String: UInt64] = [:]
        for metric in service.running.metrics
        where metric.family.name == "notelet_delivery_total" {
            for sample in metric.samples() {
                guard case .count(let count) = sample.value, count > 0 else { continue }
                counts[sample.labels.map(\.value).joined()] = count
            }
        }
        return counts
    }
}

extension CreateOrderRequest {
    /// An order as an operator gives it.
    static func sample(
        _ reference: String = "a",
        fee: Int64 = 3_500,
        for shopper: Person? = nil
    ) -> CreateOrderRequest {
        CreateOrderRequest(
            pool: "north",
            reference: Array(reference.utf8),
            summary: "국수 둘, \(reference)",
            fee: fee,
            detail: OrderDetail(
                customer: "김고객",
                phone: "010-0000-0000",
                note: "문앞에",
                stops: [
                    NoteletAPI.OrderStop(kind: .pickup, address: "국숫집"),
                    NoteletAPI.OrderStop(
                        kind: .dropoff,
                        address: "서울시청",
                        point: GeoPoint(latitude: 37.5665, longitude: 126.978)
                    ),
                ]
            ),
            shopperID: shopper?.user.id ?? []
        )
    }
}
