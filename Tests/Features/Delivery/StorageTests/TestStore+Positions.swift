import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain

@testable import Records
@testable import Storage

extension MapPoint {
    /// City hall of Seoul.
    static let cityHall = MapPoint(storedLatitude: 375_665_000, longitude: 1_269_780_000)

    /// A point so many steps of 11 m north of it.
    static func north(_ steps: Int) -> MapPoint {
        MapPoint(
            storedLatitude: cityHall.latitude + Int32(steps) * 1_000,
            longitude: cityHall.longitude
        )
    }
}

extension PositionBatch {
    /// Positions, as a call has them.
    static func of(_ positions: [Position]) throws(DomainError) -> PositionBatch {
        try PositionBatch(
            positions.map { position in
                let (latitude, longitude) = position.point.degrees
                return (latitude, longitude, position.moment)
            }
        )
    }
}

extension [Position] {
    /// A way north, a step each ten seconds.
    static func north(_ steps: Range<Int>, from start: Instant = .epoch) -> [Position] {
        steps.map { step in
            Position(.north(step), at: start.adding(seconds: Int64(step) * 10))
        }
    }
}

extension StoreTransaction {
    private static let root = Operator(name: "root")

    /// Has an agent carry an order past a geofence, and talk about it with somebody beside it and
    /// an operator.
    func travel(
        with order: Order,
        by agent: UserNumber,
        beside invited: UserNumber
    ) throws(DomainError) {
        let geofence = try Geofence(name: "depot", center: .cityHall, radius: 50)
        try define(geofence, by: Self.root, .atEpoch)
        let (rider, other) = (Identity.account(agent), Identity.account(invited))
        _ = try startTracking(with: order.id, by: rider, .atEpoch)
        let later = Context.at(.epoch.adding(seconds: 3_600))
        _ = try update(.of(.north(0..<200)), with: order.id, by: rider, later)
        try invite(userID(of: invited), to: order.id, by: Self.root, .atEpoch)
        _ = try say(NewText("\"지금\"\n갑니다", clientID: [1]), about: order.id, by: rider, .atEpoch)
        _ = try say(NewText("네", clientID: [1, 2]), about: order.id, by: other, .atEpoch)
        let words = try NewText("비가 옵니다", clientID: [1])
        _ = try dispatch(words, about: order.id, by: Self.root, .atEpoch)
        _ = try markRead(1, about: order.id, by: other)
        _ = try markRead(3, about: order.id, by: rider)
    }
}
