import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// Where agents are and were, as people and operators are told.
@Suite struct PositionServiceTests {
    private typealias Desk = PositionOffice.Desk
    private let office: PositionOffice

    init() async throws {
        office = try await PositionOffice()
    }

    @Test(arguments: Door.allCases)
    func positionsAreTakenOnceAndReadAsAWay(door: Door) async throws {
        var office = office
        try office.service.enter(by: door)
        try await office.start()
        try await office.start()
        try await office.advance(seconds: 20_000)
        var kept: [Location] = []
        for start in stride(from: 0, to: 1_200, by: 500) {
            let locations = office.north(start..<min(start + 500, 1_200))
            kept += locations
            // What is nearer than 10 m, and what is of a time to come.
            var near = locations[0]
            near.latitude += 0.00005
            near.recordedAt = Timestamp(TestClock.start.adding(seconds: Int64(start) * 10 + 1))
            var ahead = locations[0]
            ahead.recordedAt = Timestamp(TestClock.start.adding(seconds: 30_000))
            let given = Array(locations.dropLast(2)) + [near, ahead]
            let key = "key-of-batch-\(start)"
            let done = try await office.update(given, key: key)
            #expect(done.accepted == locations.count - 2 && done.dropped == 2)
            // A retry is told the same.
            #expect(try await office.update(given, key: key) == done)
            let rest = try await office.update(locations)
            #expect(rest.accepted == 2 && Int(rest.dropped) == locations.count - 2)
        }
        let parts = try await office.way()
        #expect(parts.allSatisfy { !$0.locations.isEmpty && $0.locations.count <= 500 })
        let way = parts.flatMap(\.locations)
        #expect(way.count == kept.count && way.map(\.recordedAt) == kept.map(\.recordedAt))
        for (one, other) in zip(way, kept) {
            #expect(abs(one.latitude - other.latitude) <= 0.5000001e-7)
            #expect(one.longitude == other.longitude)
        }
        let last = GetLastLocationRequest(orderID: office.order)
        for person in [office.rider, office.shopper] {
            let seen = try await office.call(DeliveryAPI.getLastLocation, last, as: person)
            #expect(seen.location == way.last && seen.isTracked)
        }
        let stop = StopTrackingRequest(orderID: office.order)
        try await office.call(DeliveryAPI.stopTracking, stop)
        let stopped = try await office.call(DeliveryAPI.getLastLocation, last)
        #expect(stopped.location == way.last && !stopped.isTracked)
        let located = try await office.desk.call(
            Desk.locateOrder,
            LocateOrderRequest(orderID: office.order)
        )
        #expect(located.location == way.last)
        let fates = office.counts("notelet_delivery_positions_total")
        #expect(fates["accepted"] == 1_200 && fates["future"] == 3 && fates["tooNear"] == 3)
        #expect(office.counts("notelet_delivery_total")["trackingsStarted"] == 2)
    }

    @Test func refusalsSayWhatWouldBeRight() async throws {
        let order = office.order
        func update(
            _ locations: [Location],
            of order: [UInt8],
            as person: Person? = nil
        ) async throws -> NoteletAPI.Refusal {
            let request = UpdateLocationsRequest(orderID: order, locations: locations)
            return try await office.refusal(DeliveryAPI.updateLocations, request, as: person)
        }
        let good = office.north(0..<1)
        #expect(try await update(good, of: [1]).fields["field"] == "order_id")
        #expect(try await update(good, of: office.rider.user.id).reason == .orderNotFound)
        #expect(try await update(good, of: order, as: office.other).reason == .notYourOrder)
        #expect(try await update(good, of: order).reason == .notTracking)
        try await office.start()
        for bad in [
            [], office.north(0..<501), [Location(latitude: .nan, recordedAt: good[0].recordedAt)],
            [Location(longitude: .infinity, recordedAt: good[0].recordedAt)],
            [Location(latitude: -90.1, recordedAt: good[0].recordedAt)],
            [Location(latitude: 37, longitude: 127)],
        ] {
            let refusal = try await update(bad, of: order)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "locations")
            #expect(refusal.texts["ko"]?.contains("위도") == true)
        }
        // Nothing of a call that is refused is kept.
        #expect(try await office.way().isEmpty)
        let curious = GetLastLocationRequest(orderID: order)
        let unseen = try await office.refusal(
            DeliveryAPI.getLastLocation,
            curious,
            as: office.other
        )
        #expect(unseen.reason == .notYourOrder)
        for person in [office.other, office.shopper] {
            await #expect(throws: (any Error).self) { _ = try await office.way(of: person) }
        }
    }

    @Test func anAgentIsToldOfGeofences() async throws {
        var office = office
        let depot = NoteletAPI.Geofence(
            name: "depot",
            center: GeoPoint(latitude: 37.5715, longitude: 126.978),
            radius: 100
        )
        _ = try await office.desk.call(Desk.putGeofence, PutGeofenceRequest(geofence: depot))
        let listed = try await office.desk.call(Desk.listGeofences, ListGeofencesRequest())
        #expect(listed.geofences == [depot])
        try await office.start()
        let feed = "delivery-agent/own"
        let before = try await office.pull(feed, as: office.rider)
        try await office.advance(seconds: 3_600)
        try await office.update(office.north(0..<100))
        let page = try await office.pull(feed, as: office.rider, from: before.cursor)
        let kinds = try office.changes(page, AgentChange.self).compactMap(\.kind)
        guard case .entered(let entered) = kinds.first, case .left(let left) = kinds.last else {
            throw Unexpected("\(kinds)")
        }
        #expect(kinds.count == 2 && entered.geofence == "depot" && left.orderID == office.order)
        #expect(entered.location?.recordedAt == office.north(41..<42)[0].recordedAt)
        let exported = try await office.exported(AgentChange.self, of: office.rider)
        #expect(exported.compactMap(\.kind) == Array(kinds.reversed()))
        // Nobody else follows it, and who is no agent has none.
        let others = try await office.pull(feed, as: office.other)
        #expect(others.changes.isEmpty)
        let request = PullRequest(feed: feed)
        let none = try await office.refusal(SyncAPI.pull, request, as: office.shopper)
        #expect(none.reason == .feedNotFound)
        let remove = RemoveGeofenceRequest(geofence: "depot")
        _ = try await office.desk.call(Desk.removeGeofence, remove)
        let gone = try await office.desk.refusal(Desk.removeGeofence, remove)
        #expect(gone.reason == .geofenceNotFound)
        for (bad, field) in [
            (NoteletAPI.Geofence(name: "Depot", center: depot.center, radius: 100), "name"),
            (NoteletAPI.Geofence(name: "a", radius: 100), "center"),
            (
                NoteletAPI.Geofence(name: "a", center: GeoPoint(latitude: .nan), radius: 100),
                "center"
            ),
            (NoteletAPI.Geofence(name: "a", center: depot.center, radius: 49), "radius"),
        ] {
            let put = PutGeofenceRequest(geofence: bad)
            let refusal = try await office.desk.refusal(Desk.putGeofence, put)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == field)
        }
    }

    @Test func positionsAreForgottenAfterThirtyDays() async throws {
        try await office.start()
        office.service.clock.advance(seconds: 600)
        try await office.update(office.north(0..<20))
        func clear() async throws {
            let jobs = Housekeeping(office.service.running).jobs
            let job = try #require(jobs.first { $0.name == "position-clearing" })
            while await job.piece() == .moreWaiting {}
        }
        func lastLocation() async throws -> Location? {
            let request = LocateOrderRequest(orderID: office.order)
            return try await office.desk.call(Desk.locateOrder, request).location
        }
        office.service.clock.advance(seconds: 30 * 86_400)
        try await clear()
        #expect(try await lastLocation() != nil)
        office.service.clock.advance(seconds: 86_400)
        try await clear()
        #expect(try await lastLocation() == nil)
    }

    @Test func aDayHasRoomForSoManyPositions() async throws {
        let office = try await PositionOffice(limits: ServiceLimits())
        try await office.start()
        let batch = office.north(0..<500)
        for _ in 0..<200 { try await office.update(batch) }
        let request = UpdateLocationsRequest(orderID: office.order, locations: batch)
        let refusal = try await office.refusal(DeliveryAPI.updateLocations, request)
        #expect(refusal.reason == .rateLimited)
    }

    @Test func anExportHasTheWays() async throws {
        var office = office
        try await office.start()
        try await office.advance(seconds: 3_600)
        try await office.update(office.north(0..<200))
        let routes = try await office.exported(ExportedRoute.self, of: office.rider)
        #expect(routes.map(\.orderID) == [office.order, office.order])
        #expect(
            routes.flatMap(\.locations).map(\.recordedAt)
                == office.north(0..<200).map(\.recordedAt)
        )
        #expect(try await office.exported(ExportedRoute.self, of: office.shopper).isEmpty)
    }
}
