package import DeliveryRules
package import Domain
internal import ProtobufCoding
internal import Records
internal import StorageEngine

// Where agents are and were.

extension RouteName: TwoPartKey {
    /// Both.
    package var pair: (UserNumber, UInt64) { (agent, order) }
}

/// Where a piece of a way begins: the way, and the moment of its first position in milliseconds.
struct PiecePlace: TwoPartKey {
    var route: RouteName
    var moment: UInt64

    init(_ route: RouteName, _ moment: UInt64) {
        (self.route, self.moment) = (route, moment)
    }

    var pair: (RouteName, UInt64) { (route, moment) }
}

/// The day of something, and what it is: what was kept long enough is found by that.
struct DayEntry<Of: KeyValue & Hashable>: TwoPartKey {
    var day: UInt32
    var of: Of

    init(_ day: UInt32, _ of: Of) {
        (self.day, self.of) = (day, of)
    }

    var pair: (UInt32, Of) { (day, of) }
}

/// Some positions of a way, one behind the other, all of one day.
///
/// Each number says how far it is from where the two before it lead: who goes straight on at one
/// speed has small ones, and a position takes six bytes or so.
struct PieceRow: StoredRow {
    var key = PiecePlace.blank
    var moments: [SInt64] = []
    var latitudes: [SInt64] = []
    var longitudes: [SInt64] = []

    enum CodingKeys: Int, CodingKey {
        case moments = 1
        case latitudes = 2
        case longitudes = 3
    }

    static let kind = RecordKind("piece of a way")
    /// Each call writes the last piece once more, so it is no long one.
    static let positionCountMax = 125

    var isSound: Bool { positions != nil }

    var dayNumber: UInt32 { Self.moment(key.moment).dayNumber }

    /// What it says; nil where it says no such thing.
    var positions: [Position]? {
        let count = moments.count
        guard 1...Self.positionCountMax ~= count, latitudes.count == count,
            longitudes.count == count
        else { return nil }
        let (steps, norths, easts) = (moments.leading, latitudes.leading, longitudes.leading)
        var positions: [Position] = []
        positions.reserveCapacity(count)
        for index in 0..<count {
            guard let north = Int32(exactly: norths[index]), let east = Int32(exactly: easts[index])
            else { return nil }
            let moment = Self.moment(key.moment).adding(milliseconds: steps[index])
            let position = Position(MapPoint(storedLatitude: north, longitude: east), at: moment)
            guard position.point.isLegal, moment.dayNumber == dayNumber,
                index == 0 ? steps[index] == 0 : positions[index - 1].moment < moment
            else { return nil }
            positions.append(position)
        }
        return positions
    }

    private static func moment(_ stored: UInt64) -> Instant {
        Instant(milliseconds: Int64(clamping: stored))
    }
}

extension PieceRow {
    /// Positions of one day in the order of their moments.
    init(_ positions: [Position], of route: RouteName) {
        let start = positions.first?.moment ?? Instant(milliseconds: 0)
        key = PiecePlace(route, UInt64(clamping: start.milliseconds))
        moments = [SInt64](leadingTo: positions.map { start.milliseconds(until: $0.moment) })
        latitudes = [SInt64](leadingTo: positions.map { Int64($0.point.latitude) })
        longitudes = [SInt64](leadingTo: positions.map { Int64($0.point.longitude) })
    }
}

extension [SInt64] {
    /// How far each number is from where the two before it lead.
    fileprivate init(leadingTo numbers: [Int64]) {
        var (last, step) = (0 as Int64, 0 as Int64)
        self = numbers.enumerated().map { index, number in
            let off = number &- last &- step
            (last, step) = (number, index == 0 ? 0 : number &- last)
            return SInt64(off)
        }
    }

    /// The numbers.
    fileprivate var leading: [Int64] {
        var (last, step) = (0 as Int64, 0 as Int64)
        return enumerated().map { index, off in
            let number = last &+ step &+ off.value
            (last, step) = (number, index == 0 ? 0 : number &- last)
            return number
        }
    }
}

/// How somebody is tracked.
struct TrackingRow: StoredRow {
    var key = RouteName.blank
    var takenAt = Instant(milliseconds: 0)
    var startedAt = Instant(milliseconds: 0)
    var stoppedAt: Int64?
    var last: PositionRecord?
    var inside: [String] = []

    enum CodingKeys: Int, CodingKey {
        case takenAt = 1
        case startedAt = 2
        case stoppedAt = 3
        case last = 4
        case inside = 5
    }

    static let kind = RecordKind("tracking")

    var isSound: Bool { last?.position.point.isLegal ?? true }

    var dayNumber: UInt32 { max(startedAt, last?.moment ?? startedAt).dayNumber }

    var tracking: Tracking {
        Tracking(
            takenAt: takenAt,
            startedAt: startedAt,
            stoppedAt: stoppedAt.map { Instant(milliseconds: $0) },
            last: last?.position,
            inside: Set(inside.map { GeofenceName(stored: $0) })
        )
    }
}

extension TrackingRow {
    init(_ tracking: Tracking, of route: RouteName) {
        key = route
        (takenAt, startedAt) = (tracking.takenAt, tracking.startedAt)
        stoppedAt = tracking.stoppedAt?.milliseconds
        last = tracking.last.map { PositionRecord($0) }
        inside = tracking.inside.map(\.text).sorted()
    }
}

/// A position as a part of other records.
struct PositionRecord: Codable, Sendable {
    var moment = Instant(milliseconds: 0)
    var latitude = SInt32(0)
    var longitude = SInt32(0)

    enum CodingKeys: Int, CodingKey {
        case moment = 1
        case latitude = 2
        case longitude = 3
    }

    var position: Position {
        let point = MapPoint(storedLatitude: latitude.value, longitude: longitude.value)
        return Position(point, at: moment)
    }

    init() {}

    init(_ position: Position) {
        moment = position.moment
        (latitude, longitude) = (
            SInt32(position.point.latitude), SInt32(position.point.longitude)
        )
    }
}

/// A geofence, under its number.
struct GeofenceRow: StoredRow {
    var key: UInt64 = 0
    var name = ""
    var latitude = SInt32(0)
    var longitude = SInt32(0)
    var radius: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case latitude = 2
        case longitude = 3
        case radius = 4
    }

    static let kind = RecordKind("geofence")

    var geofence: Geofence {
        Geofence(
            number: key,
            name: GeofenceName(stored: name),
            center: MapPoint(storedLatitude: latitude.value, longitude: longitude.value),
            radius: Int32(clamping: radius)
        )
    }
}

extension GeofenceRow {
    init(_ geofence: Geofence) {
        (key, name) = (geofence.number, geofence.name.text)
        latitude = SInt32(geofence.center.latitude)
        longitude = SInt32(geofence.center.longitude)
        radius = UInt64(clamping: geofence.radius)
    }
}

/// That an agent passed a geofence, under where the agent's feed tells that.
struct PassageRow: StoredRow {
    var key = SharedPlace.blank
    /// Who it was.
    var agent = UserNumber.nobody
    var geofence = ""
    var order: UInt64 = 0
    var position = PositionRecord()
    var isEntry = false

    enum CodingKeys: Int, CodingKey {
        case agent = 1
        case geofence = 2
        case order = 3
        case position = 4
        case isEntry = 5
    }

    static let kind = RecordKind("passage of a geofence")

    var isSound: Bool { position.position.point.isLegal }

    var passage: GeofencePassage {
        GeofencePassage(
            geofence: GeofenceName(stored: geofence),
            order: order,
            position: position.position,
            isEntry: isEntry
        )
    }
}
