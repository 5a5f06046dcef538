import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import Testing

@testable import NoteletOffline

/// Positions that wait to be told.
@Suite("Positions on a device")
struct PositionBatchTests {
    private let copy: TestCopy
    private let order = UUID()
    private var tables: CopyTables { copy.tables }

    init() throws { copy = try TestCopy() }

    private func tell(_ count: Int, from start: Int = 0, id: UUID = UUID()) throws {
        let positions = (start..<start + count).map { number in
            NoteletAPI.Location(
                latitude: 37.5,
                longitude: 126.9,
                recordedAt: .after(Int64(number))
            )
        }
        try tables.insert(positions: positions, of: order.bytes, id: id, at: .start)
    }

    /// The seconds of the positions of each batch that waits.
    private func batches() throws -> [[Int64]] {
        try tables.entries().compactMap { entry in
            guard case .delivery(.updateLocations(let request)) = entry.write else { return nil }
            return request.locations.map { ($0.recordedAt?.seconds ?? 0) - 1_704_067_200 }
        }
    }

    @Test("What comes is put to what waits, up to 500, and the rest begins another batch")
    func batching() throws {
        try tell(2)
        try tell(1, from: 2)
        #expect(try batches() == [[0, 1, 2]])
        try tell(1_000, from: 3)
        #expect(try batches().map(\.count) == [500, 500, 3])
        #expect(try batches().flatMap(\.self) == Array(0..<1_003))
        #expect(try tables.heads().count == 1)
    }

    @Test("A batch that may have arrived stays as it is, and nothing is told for no positions")
    func triedBatches() throws {
        let id = UUID()
        try tell(1, id: id)
        _ = try tables.noteTry(id, at: .start)
        try tell(1, from: 1)
        // The same call again changes nothing.
        try tell(1, id: id)
        try tell(0)
        #expect(try batches() == [[0], [1]])
    }

    @Test("So many batches wait, of which the oldest makes room; what is said stays")
    func bounds() throws {
        let said = UUID()
        try tables.keep(.text("1", of: order, called: said), id: said)
        try tell(500 * CopyTables.batchCountMax)
        #expect(try batches().count == CopyTables.batchCountMax)
        try tell(1, from: 500 * CopyTables.batchCountMax)
        let kept = try batches()
        #expect(kept.count == CopyTables.batchCountMax && kept.first?.first == 500)
        #expect(try tables.entry(said) != nil)
    }

    @Test("The end of a tracking waits behind its positions, and is given up where it goes on")
    func ends() throws {
        try tell(1)
        let stop = Write.delivery(.stopTracking(StopTrackingRequest(orderID: order.bytes)))
        let id = try tables.keep(stop)
        #expect(try tables.heads().count == 1 && tables.heads() != [id])
        try tell(1, from: 1)
        #expect(try tables.entries().map(\.write.method.description).count == 3)
        #expect(try tables.entries()[1].id == id)
        let kinds = try tables.pendingWrites().map(\.kind)
        #expect(kinds[1] == .stopTracking(orderId: order))
        try tables.removeStops(ofOrder: order.bytes)
        #expect(try batches() == [[0], [1]] && tables.entry(id) == nil)
    }

    @Test("Nothing is left to be done with positions of what is in hand no more")
    func void() throws {
        let update = DeliveryWrite.updateLocations(UpdateLocationsRequest(orderID: order.bytes))
        func refused(_ reason: RefusalReason) -> NoteletError {
            NoteletError(.refused, "no", refusal: NoteletAPI.Refusal(reason: reason))
        }
        for reason in [RefusalReason.notTracking, .notYourOrder, .orderNotFound] {
            let error = refused(reason)
            #expect(Write.delivery(update).replyWhereGone(error) != nil)
            let text = Write.text("1", of: order, called: UUID())
            #expect(text.replyWhereGone(error) == nil)
        }
        #expect(Write.delivery(update).replyWhereGone(refused(.rateLimited)) == nil)
    }
}
