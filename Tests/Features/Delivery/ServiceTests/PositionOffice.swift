import Domain
import Metrics
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving

/// A service with an order that an agent has in hand, for somebody who waits for it.
struct PositionOffice {
    typealias Desk = DeliveryAdministrationAPI
    private var office: DeliveryOffice
    /// The id of the order.
    let order: [UInt8]

    var service: TestService { office.service }
    var desk: LedgerDesk { office.desk }
    var rider: Person { office.anna }
    var other: Person { office.ben }
    var shopper: Person { office.eva }

    init(limits: ServiceLimits? = nil) async throws {
        office = try await DeliveryOffice(limits: limits)
        order = try await office.makeOrder(for: office.eva)
        try await office.accept(order)
    }

    /// Lets time go by, after which everybody signs in again.
    mutating func advance(seconds: Int64) async throws {
        try await office.advance(seconds: seconds)
    }

    @discardableResult
    func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as person: Person? = nil,
        key: String? = nil
    ) async throws -> Response {
        try await office.call(method, request, as: person, key: key)
    }

    func refusal<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as person: Person? = nil
    ) async throws -> NoteletAPI.Refusal {
        try await office.refusal(method, request, as: person)
    }

    func start() async throws {
        try await call(DeliveryAPI.startTracking, StartTrackingRequest(orderID: order))
    }

    /// A way north from the first moment on, a step of 11 m each ten seconds.
    func north(_ steps: Range<Int>) -> [Location] {
        steps.map { step in
            Location(
                latitude: 37.5665 + Double(step) / 10_000,
                longitude: 126.978,
                recordedAt: Timestamp(TestClock.start.adding(seconds: Int64(step) * 10))
            )
        }
    }

    @discardableResult
    func update(
        _ locations: [Location],
        key: String? = nil
    ) async throws -> UpdateLocationsResponse {
        let request = UpdateLocationsRequest(orderID: order, locations: locations)
        return try await call(DeliveryAPI.updateLocations, request, key: key)
    }

    /// The messages of the way of somebody with the order.
    func way(of person: Person? = nil) async throws -> [GetRouteResponse] {
        let stream = RecordingStream()
        let request = GetRouteRequest(orderID: order)
        let caller = (person ?? rider).elsewhere
        _ = try service.open(DeliveryAPI.getRoute, request, as: caller, on: stream)
        if let reason = await stream.runUntilFinished() { throw Unexpected("\(reason)") }
        return try stream.decoded(GetRouteResponse.self)
    }

    /// What a feed tells somebody, from a place on.
    func pull(
        _ feed: String,
        as person: Person,
        from cursor: [UInt8] = []
    ) async throws -> ChangePage {
        let request = PullRequest(cursor: cursor, pageSize: 500, feed: feed)
        return try await service.call(SyncAPI.pull, request, as: person.caller)
    }

    /// The changes of a page, which are all of one kind.
    func changes<Message: NamedMessage>(
        _ page: ChangePage,
        _: Message.Type
    ) throws -> [Message] {
        try page.changes.map { change in
            guard case .shared(let shared) = change.kind else { throw Unexpected("\(change)") }
            #expect(shared.type == Message.fullName)
            return try ProtobufDecoder().decode(Message.self, from: shared.value)
        }
    }

    /// The name of the feed of the channel of the order.
    var channel: String {
        let digits = order.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "delivery-channel/" + digits.joined()
    }

    /// How often each event of a metric was counted.
    func counts(_ name: String) -> [String: UInt64] {
        var counts: [String: UInt64] = [:]
        for metric in service.running.metrics where metric.family.name == name {
            for sample in metric.samples() {
                guard case .count(let count) = sample.value, count > 0 else { continue }
                counts[sample.labels.map(\.value).joined()] = count
            }
        }
        return counts
    }

    /// What an export of somebody has of a kind of things.
    func exported<Message: NamedMessage>(
        _: Message.Type,
        of person: Person
    ) async throws -> [Message] {
        try await office.exported(of: person).filter { $0.type == Message.fullName }.map { record in
            try ProtobufDecoder().decode(Message.self, from: record.value)
        }
    }
}
