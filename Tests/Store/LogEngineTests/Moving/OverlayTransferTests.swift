import EngineTestSupport
import LMDB
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Moving an overlay")
struct OverlayTransferTests {
    @Test("What is done is told by bytes, since large values take longer than small ones")
    func share() throws {
        let directory = TemporaryDirectory()
        let environment = try Environment.open(
            directory: directory.path("store"),
            tables: ["first", "second", LogPosition.tableName]
        )
        // Both tables have as many keys; the first has six times the bytes, as they are counted.
        let overlay = Overlay(byteCountMax: 16 << 20)
        let value = [UInt8](repeating: 1, count: 640)
        for number in 0..<4_000 {
            overlay.write(value, for: Key(number: number), in: first, batch: 1)
            overlay.write(value, for: Key(number: number), in: second, batch: 1)
        }
        // What is written anew, or deleted in the end, counts as it is moved.
        for number in 0..<4_000 {
            let value: [UInt8]? = number % 2 == 0 ? [] : nil
            overlay.write(value, for: Key(number: number), in: second, batch: 2)
        }
        var transfer = OverlayTransfer(of: overlay, to: environment)
        var shareOfFirst = 0.0
        #expect(transfer.share == 0)
        while !transfer.isDone {
            let before = transfer.share
            try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
                try transfer.putNext(
                    into: &transaction,
                    byteCountMax: EngineLimits.moveByteCountMax
                )
                try transaction.commit()
            }
            #expect(transfer.share > before)
            #expect(transfer.share <= 1)
            if transfer.movedCount <= 4_000 { shareOfFirst = transfer.share }
        }
        #expect(transfer.movedCount == 8_000)
        #expect(transfer.share == 1)
        // One piece is less than a fifth of it all.
        #expect((0.65...0.86).contains(shareOfFirst))
    }
}
