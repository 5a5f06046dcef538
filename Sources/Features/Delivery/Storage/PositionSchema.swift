internal import DeliveryRules
internal import Domain
internal import ProtobufCoding
internal import Records
internal import StorageEngine

// The tables of where agents are and were.

extension Schema {
    /// What is kept of positions.
    static let tablesOfPositions: [any TableDeclaration] = [
        routes, routesByDay, trackings, trackingsByDay, geofences, geofencePassages,
    ]

    static let routes: SchemaTable<PieceRow> = SchemaTable(
        74,
        "routes",
        key: ["agent", "order", "moment"],
        owner: .account,
        erasure: .ownStep { agent, remaining, store throws(DomainError) in
            try store.eraseRows(of: routes, agent, &remaining)
        },
        indexes: [
            TableIndex(routesByDay, "its day does not lead to it") { row, _ in
                KeyRow(DayEntry(row.dayNumber, row.key))
            }
        ],
        line: DumpLine(
            "route_piece",
            place: 50,
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("'positions' are none of one day") }
            },
            fields: [
                .person("agent", \.key.route.agent),
                .number("order", \.key.route.order),
                .number("moment", \.key.moment),
                Field("positions", .written(positionsOfPiece)),
            ]
        )
    )

    /// As base64: they say where somebody was, so a dump without contents leaves them out.
    private static let positionsOfPiece = Access<PieceRow, String> { row, _ in
        Base64URL.encode(row.encoded())
    } _: { row, text, _ throws(DumpProblem) in
        guard let bytes = Base64URL.decode(text), let read = try? PieceRow(value: bytes.span.bytes)
        else { throw DumpProblem("'positions' are none") }
        (row.moments, row.latitudes) = (read.moments, read.latitudes)
        row.longitudes = read.longitudes
    }

    static let routesByDay = SchemaTable<KeyRow<DayEntry<PiecePlace>>>(
        75,
        "routes_by_day",
        key: ["day", "agent", "order", "moment"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the piece that it leads to"),
        archive: .goes { key, _, _ throws(DomainError) in
            try DayEntry<PiecePlace>(key: key, of: .uniqueEntry).of.route.agent
        },
        entries: EntryForm("it leads to no piece of that day") { key, _, _ throws(DomainError) in
            let entry = try DayEntry<PiecePlace>(key: key, of: .uniqueEntry)
            return EntryForm.Reference(routes.id, entry.of.storedKey)
        }
    )

    static let trackings: SchemaTable<TrackingRow> = SchemaTable(
        76,
        "trackings",
        key: ["agent", "order"],
        owner: .account,
        erasure: .ownStep { agent, remaining, store throws(DomainError) in
            try store.eraseRows(of: trackings, agent, &remaining)
        },
        indexes: [
            TableIndex(trackingsByDay, "its day does not lead to it") { row, _ in
                KeyRow(DayEntry(row.dayNumber, row.key))
            }
        ],
        line: DumpLine(
            "tracking",
            place: 51,
            moment: { $0.startedAt },
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("'last' is no place on earth") }
            },
            fields: [
                .person("agent", \.key.agent),
                .number("order", \.key.order),
                .moment("taken_at", \.takenAt),
                .moment("started_at", \.startedAt),
                Field("stopped_at", .moment(stopOfTracking)),
                Field("last", .written(lastOfTracking)),
                Field("inside", .text(insideOfTracking)),
            ]
        )
    )

    private static let stopOfTracking = Access<TrackingRow, Instant> { row in
        row.stoppedAt.map { Instant(milliseconds: $0) }
    } set: { row, moment in
        row.stoppedAt = moment.milliseconds
    }

    private static let lastOfTracking = Access<TrackingRow, String> { row, _ in
        row.last?.text
    } _: { row, text, _ throws(DumpProblem) in
        guard let last = PositionRecord(text: text) else { throw DumpProblem("'last' is none") }
        row.last = last
    }

    private static let insideOfTracking = Access<TrackingRow, String> { row, _ in
        row.inside.isEmpty ? nil : row.inside.joined(separator: " ")
    } _: { row, text, _ throws(DumpProblem) in
        row.inside = text.split(separator: " ").map { String($0) }
        guard row.inside.allSatisfy({ (try? GeofenceName($0)) != nil }) else {
            throw DumpProblem("'inside' has what is no name")
        }
    }

    static let trackingsByDay = SchemaTable<KeyRow<DayEntry<RouteName>>>(
        77,
        "trackings_by_day",
        key: ["day", "agent", "order"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the tracking that it leads to"),
        archive: .goes { key, _, _ throws(DomainError) in
            try DayEntry<RouteName>(key: key, of: .uniqueEntry).of.agent
        },
        entries: EntryForm("it leads to no tracking of that day") { key, _, _ throws(DomainError) in
            let entry = try DayEntry<RouteName>(key: key, of: .uniqueEntry)
            return EntryForm.Reference(trackings.id, entry.of.storedKey)
        }
    )

    static let geofences = SchemaTable<GeofenceRow>(
        78,
        "geofences",
        key: ["number"],
        owner: .nobody,
        erasure: .stays(because: "operators draw it"),
        archive: .kept(because: "it names nobody"),
        flaw: { row, _ in row.geofence.isLegal ? nil : "a field is beyond its limits" },
        line: DumpLine(
            "geofence",
            place: 52,
            isShownWithoutSenders: true,
            fields: [
                .number("number", \.key),
                .text("name", \.name),
                Field("center", .text(centerOfGeofence)),
                .number("radius", \.radius),
            ]
        )
    )

    private static let centerOfGeofence = Access<GeofenceRow, String> { row, _ in
        row.geofence.center.text
    } _: { row, text, _ throws(DumpProblem) in
        guard let center = MapPoint(text: text) else { throw DumpProblem("'center' is none") }
        row.latitude = SInt32(center.latitude)
        row.longitude = SInt32(center.longitude)
    }

    static let geofencePassages: SchemaTable<PassageRow> = SchemaTable(
        79,
        "geofence_passages",
        key: ["feed", "seq"],
        owner: .record(\.agent),
        erasure: .ownStep { agent, remaining, store throws(DomainError) in
            try store.erasePassages(of: agent, &remaining)
        },
        archive: .goes { _, value, _ throws(DomainError) in try PassageRow(value).agent },
        flaw: { row, _ in
            let isLegal = (try? GeofenceName(row.geofence)) != nil
            return isLegal && row.key.feed == .ofAgent(row.agent)
                ? nil : "a field is beyond its limits"
        },
        telling: { SharedEntry.put.entry(of: $0.key) },
        line: DumpLine(
            "geofence_passage",
            place: 53,
            moment: { $0.position.moment },
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("'position' is no place on earth") }
            },
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .person("agent", \.agent),
                .text("geofence", \.geofence),
                .number("order", \.order),
                Field("position", .written(positionOfPassage)),
                .yes("entered", \.isEntry),
            ]
        )
    )

    private static let positionOfPassage = Access<PassageRow, String> { row, _ in
        row.position.text
    } _: { row, text, _ throws(DumpProblem) in
        guard let read = PositionRecord(text: text) else { throw DumpProblem("'position' is none") }
        row.position = read
    }
}

extension PositionRecord {
    /// As a dump shows it: milliseconds since 1970, degrees north, degrees east.
    var text: String { "\(moment.milliseconds) \(position.point.text)" }

    init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]),
            let point = MapPoint(text: String(parts[1]))
        else { return nil }
        self.init(Position(point, at: Instant(milliseconds: milliseconds)))
    }
}

extension MapPoint {
    /// As a dump shows it: degrees north and degrees east, each with seven decimals.
    var text: String { Self.text(of: latitude) + " " + Self.text(of: longitude) }

    init?(text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Self.number(of: parts[0]),
            let longitude = Self.number(of: parts[1])
        else { return nil }
        self.init(storedLatitude: latitude, longitude: longitude)
        guard isLegal, self.text == text else { return nil }
    }

    private static let decimals = 7

    private static func text(of number: Int32) -> String {
        let digits = String(number.magnitude)
        let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
        let sign = number < 0 ? "-" : ""
        return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }

    private static func number(of text: Substring) -> Int32? {
        Int32(text.filter { $0 != "." })
    }
}
