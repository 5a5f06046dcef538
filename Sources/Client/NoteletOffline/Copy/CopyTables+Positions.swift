internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import SQLite

// Where somebody was waits in batches, for there is much of it: what comes is put to what waits.
extension CopyTables {
    /// How many positions go out at once: as many as the service takes.
    static let batchedPositionsMax = 500
    /// How many batches wait, of which the oldest makes room.
    ///
    /// A day of positions, one in ten seconds, are 18.
    static let batchCountMax = 40

    /// Keeps positions until they are told; those of one order go out in the order in which they
    /// came.
    ///
    /// - Parameters:
    ///   - positions: The positions.
    ///   - orderID: The order.
    ///   - id: What names the intention.
    ///   - moment: The present moment.
    /// - Throws: `SQLiteError`.
    func insert(
        positions: [NoteletAPI.Location],
        of orderID: [UInt8],
        id: UUID,
        at moment: Date
    ) throws(SQLiteError) {
        if try entry(id) != nil { return }
        var rest = positions[...]
        let empty = UpdateLocationsRequest(orderID: orderID)
        let lane = DeliveryWrite.updateLocations(empty).lane
        if let last = try entries(ofLane: lane).last, last.state == .pending,
            last.triedAt == nil, case .delivery(.updateLocations(var request)) = last.write
        {
            let room = max(0, Self.batchedPositionsMax - request.locations.count)
            request.locations += rest.prefix(room)
            rest = rest.dropFirst(room)
            _ = try release(last.id, as: .delivery(.updateLocations(request)))
        }
        var next = id
        while !rest.isEmpty {
            let batch = UpdateLocationsRequest(
                orderID: orderID,
                locations: Array(rest.prefix(Self.batchedPositionsMax))
            )
            rest = rest.dropFirst(Self.batchedPositionsMax)
            try insert(.delivery(.updateLocations(batch)), id: next, at: moment)
            next = UUID()
        }
        try dropOldBatches()
    }

    /// Gives up the end of a tracking that waits: it goes on.
    func removeStops(ofOrder orderID: [UInt8]) throws(SQLiteError) {
        let stop = DeliveryWrite.stopTracking(StopTrackingRequest(orderID: orderID))
        for entry in try entries(ofLane: stop.lane) where entry.write == .delivery(stop) {
            try remove(entry.id)
        }
    }

    private func dropOldBatches() throws(SQLiteError) {
        let sql = """
            DELETE FROM outbox WHERE method = ?1 AND number NOT IN (
                SELECT number FROM outbox WHERE method = ?1 ORDER BY number DESC LIMIT ?2
            )
            """
        _ = try connection.run(
            sql,
            .text(DeliveryAPI.updateLocations.summary.description),
            .integer(Int64(Self.batchCountMax))
        )
    }
}
