internal import AccountStorage
package import DeliveryRules
package import Domain
package import Records
internal import StorageEngine

extension StoreView: PositionReading {
    package func tracking(of route: RouteName) throws(DomainError) -> Tracking? {
        // Nothing is told of who is gone, also before the erasure takes it.
        if try isRemoved(route.agent) { return nil }
        return try row(at: route, in: Schema.trackings)?.tracking
    }

    package func lastKept(of route: RouteName) throws(DomainError) -> Position? {
        try lastPiece(of: route)?.positions?.last
    }

    /// The last piece of a way that can be read.
    fileprivate func lastPiece(of route: RouteName) throws(DomainError) -> PieceRow? {
        var last: PieceRow?
        let range = KeyRange(prefix: route.storedKey)
        try scanSound(Schema.routes.id, range, .descending, atMost: 1) {
            key,
            value throws(DomainError) in
            last = try Schema.routes.row(key: key, value: value)
            return .stop
        }
        return last
    }

    package func visitRoute(
        of route: RouteName,
        from place: Sequence?,
        pieceCount: Int,
        _ visit: ([Position]) throws(DomainError) -> Void
    ) throws(DomainError) -> Sequence? {
        let lower = PiecePlace(route, place?.rawValue ?? 0).storedKey
        let range = KeyRange(lower: lower, upper: route.storedKey.prefixSuccessor)
        var (count, next) = (0, nil as Sequence?)
        try visitRows(of: Schema.routes, range, atMost: pieceCount.andOneMore) {
            row throws(DomainError) in
            guard count < pieceCount else {
                next = Sequence(row.key.moment)
                return .stop
            }
            count += 1
            try visit(row.positions ?? [])
            return .next
        }
        return next
    }

    package func geofences() throws(DomainError) -> [Geofence] {
        try firstRows(of: Schema.geofences).map(\.geofence)
    }

    /// What an entry of the feed of an agent says; nil for what is kept no longer.
    package func passage(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> GeofencePassage? {
        let (_, place) = try SharedEntry.read(entry, of: feed, PassageRow.kind)
        return try row(at: place, in: Schema.geofencePassages)?.passage
    }

    /// Whether anything is kept of days before one.
    package func hasPositions(before day: UInt32) throws(DomainError) -> Bool {
        let range = KeyRange(lower: Key(), upper: day.storedKey)
        for table in [Schema.routesByDay.id, Schema.trackingsByDay.id] {
            guard try isEmpty(range, in: table) else { return true }
        }
        return false
    }
}

extension StoreTransaction: PositionWriting {
    package func put(_ tracking: Tracking, of route: RouteName) throws(DomainError) {
        let old = try readable { () throws(DomainError) in
            try row(at: route, in: Schema.trackings)
        }
        try put(TrackingRow(tracking, of: route), insteadOf: old, in: Schema.trackings)
    }

    package func append(_ positions: [Position], to route: RouteName) throws(DomainError) {
        var last = try lastPiece(of: route)
        var piece = last?.positions ?? []
        if piece.count == PieceRow.positionCountMax { (last, piece) = (nil, []) }
        func putPiece() throws(DomainError) {
            if !piece.isEmpty {
                try put(PieceRow(piece, of: route), insteadOf: last, in: Schema.routes)
            }
            (last, piece) = (nil, [])
        }
        for position in positions {
            let isFull = piece.count == PieceRow.positionCountMax
            let isOfDay = piece.first?.moment.dayNumber == position.moment.dayNumber
            if isFull || !isOfDay { try putPiece() }
            piece.append(position)
        }
        try putPiece()
    }

    package func tell(_ passage: GeofencePassage, to agent: UserNumber) throws(DomainError) {
        var row = PassageRow()
        row.key = try takePlace(in: .ofAgent(agent), of: Schema.geofencePassages)
        (row.agent, row.geofence) = (agent, passage.geofence.text)
        row.order = passage.order
        (row.position, row.isEntry) = (PositionRecord(passage.position), passage.isEntry)
        try put(row, in: Schema.geofencePassages)
    }

    package func put(_ geofence: Geofence) throws(DomainError) {
        var row = GeofenceRow(geofence)
        if row.key == 0 { row.key = try takeNumber(of: Schema.geofences) }
        try put(row, in: Schema.geofences)
    }

    package func remove(_ geofence: Geofence) throws(DomainError) {
        try delete(at: geofence.number, in: Schema.geofences)
    }
}

// What is deleted by and by.
extension StoreTransaction {
    /// Deletes part of what is kept of days before one, about so many records; answers whether
    /// anything is left.
    package func clearPositions(
        before day: UInt32,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        let range = KeyRange(lower: Key(), upper: day.storedKey)
        var remaining = recordCountMax
        let pieceCountMax = max(remaining / 2, 1)
        let pieces = try firstKeys(of: Schema.routesByDay, range, countMax: pieceCountMax)
        var cleared: Set<UserNumber> = []
        for entry in pieces {
            let agent = entry.of.route.agent
            if cleared.insert(agent).inserted {
                // They go first, while something leads to their agent.
                guard try clearPassages(of: agent, before: day, &remaining) else { return true }
            }
            try delete(at: entry.of, in: Schema.routes)
            // Also where the piece was damaged, and did not lead there.
            try delete(entry.storedKey, in: Schema.routesByDay.id)
            remaining -= 2
            if remaining <= 0 { return true }
        }
        let trackingCountMax = max(remaining / 2, 1)
        let trackings = try firstKeys(of: Schema.trackingsByDay, range, countMax: trackingCountMax)
        for entry in trackings {
            try delete(at: entry.of, in: Schema.trackings)
            try delete(entry.storedKey, in: Schema.trackingsByDay.id)
        }
        return pieces.count == pieceCountMax || trackings.count == trackingCountMax
    }

    /// Deletes what an agent was told of geofences before a day; answers whether nothing of it is
    /// left.
    private func clearPassages(
        of agent: UserNumber,
        before day: UInt32,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        let range = KeyRange.all(of: SharedFeed.ofAgent(agent))
        let countMax = max(remaining / 2, 1)
        let rows = try firstRows(of: Schema.geofencePassages, range, countMax: countMax.andOneMore)
        // Who has several orders in hand may tell of their ways one after the other.
        let over = rows.prefix(countMax).filter { $0.position.moment.dayNumber < day }
        guard let first = rows.first?.key, let last = rows.last?.key, !over.isEmpty else {
            return true
        }
        let told = KeyRange.before(first.sequence, of: first.feed)
        try deleteAll(told, in: Schema.sharedChanges.id, recordCountMax: countMax)
        for row in over {
            try delete(at: row.key, in: Schema.geofencePassages)
            // The last place of a feed stays taken, or somebody would be told of another one there.
            if row.key != last { try deleteEntry(at: row.key.sequence, of: row.key.feed) }
        }
        remaining -= 2 * over.count
        return over.count < countMax
    }

    /// Deletes part of what an agent was told of geofences who goes; answers whether nothing is
    /// left.
    func erasePassages(
        of agent: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        let range = KeyRange.all(of: SharedFeed.ofAgent(agent))
        for table in [Schema.geofencePassages.id, Schema.sharedChanges.id] {
            let countMax = max(remaining, 1)
            let count = try deleteAll(range, in: table, recordCountMax: countMax)
            remaining -= count
            if count == countMax { return false }
        }
        return true
    }

    /// Deletes part of the records of somebody who goes, of a table whose keys begin with the
    /// person, with what finds them; answers whether nothing is left.
    func eraseRows<Row: KeyedRow>(
        of table: SchemaTable<Row>,
        _ person: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        let recordCount = 1 + table.indexes.count
        let countMax = max(remaining / recordCount, 1)
        let count = try deleteRows(of: table, .all(of: person), countMax: countMax)
        remaining -= count * recordCount
        return count < countMax
    }
}
