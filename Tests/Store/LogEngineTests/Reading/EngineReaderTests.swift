import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// The states that a second process reads.
///
/// It is played by this one, on a copy of the files as they are while the engine runs.
@Suite struct EngineReaderTests {
    /// All records as the engine has them, and as a reader of its files finds them.
    private func states(
        of store: TemporaryEngine
    ) throws -> (own: [Record], read: [Record], newestBatch: UInt64) {
        let own = try store.engine.read { view throws(StorageError) in try view.records(first) }
        let copy = TemporaryDirectory()
        try FileManager.default.copyItem(
            atPath: store.directory.path("store"),
            toPath: copy.path("store")
        )
        let reader = try reader(of: copy)
        let read = try reader.read { view in
            Result { () throws(StorageError) in try view.records(first) }
        }
        let statistics = try reader.statistics()
        let found = try read.get()
        #expect(statistics.tables[0].recordCount == found.count)
        return (own, found, statistics.newestBatch)
    }

    private func reader(of directory: TemporaryDirectory) throws(EngineReadError) -> EngineReader {
        try EngineReader(directory: directory.path("store"), tables: ["first", "second"])
    }

    @Test func whatIsInTheLogIsRead() async throws {
        let store = try TemporaryEngine()
        for number in 0..<20 {
            try await store.engine.put([UInt8(number)], for: Key(number: number % 13))
        }
        try await store.engine.write { view throws(StorageError) in
            try view.delete(Key(number: 5), in: first)
        }
        let (own, read, newest) = try states(of: store)
        #expect(own.count == 12)
        #expect(read == own)
        #expect(newest == 21)
        store.engine.close()
        #expect(try states(ofClosed: store) == own)
    }

    private func states(ofClosed store: TemporaryEngine) throws -> [Record] {
        let read = try reader(of: store.directory).read { view in
            Result { () throws(StorageError) in try view.records(first) }
        }
        return try read.get()
    }

    /// Small generations, so that copies catch moving, rotations and torn batches.
    @Test func copiesOfABusyStoreAreStatesOfItOrRefused() async throws {
        let store = try TemporaryEngine(options: .tiny)
        let engine = store.engine
        let writing = Task {
            for number in 0..<1_500 {
                try await engine.put(
                    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 700),
                    for: Key(number: number)
                )
            }
        }
        var soundCount = 0
        for _ in 0..<30 {
            let copy = TemporaryDirectory()
            // The log last, as a reader reads it.
            let manager = FileManager.default
            try manager.createDirectory(
                atPath: copy.path("store"),
                withIntermediateDirectories: true
            )
            for name in ["data", "log"] {
                try manager.copyItem(
                    atPath: store.directory.path("store/" + name),
                    toPath: copy.path("store/" + name)
                )
            }
            guard let records = try? readAll(copy) else { continue }
            soundCount += 1
            // Batches are one put each: a state has all keys up to some number.
            #expect(records.map(\.key) == (0..<records.count).map { Key(number: $0).array })
        }
        try await writing.value
        engine.close()
        #expect(soundCount > 0)
        #expect(try states(ofClosed: store).count == 1_500)
    }

    private func readAll(_ directory: TemporaryDirectory) throws -> [Record] {
        let read = try reader(of: directory).read { view in
            Result { () throws(StorageError) in try view.records(first) }
        }
        return try read.get()
    }

    @Test func aTornLastBatchIsLeftOutAndAGapIsDamage() async throws {
        let store = try TemporaryEngine()
        for number in 0..<10 {
            try await store.engine.put([UInt8(number)], for: Key(number: number))
        }
        for (batch, expected) in [(9, 9), (4, nil)] as [(Int, Int?)] {
            let copy = TemporaryDirectory()
            try FileManager.default.copyItem(
                atPath: store.directory.path("store"),
                toPath: copy.path("store")
            )
            let log = URL(fileURLWithPath: copy.path("store/log/even"))
            var bytes = try Data(contentsOf: log)
            bytes[batch * LogBatch.blockByteCount + LogBatch.headerByteCount + 3] ^= 1
            try bytes.write(to: log)
            if let expected {
                #expect(try readAll(copy).count == expected)
            } else {
                let loss = LogLoss.batches(5...9, file: nil)
                #expect(throws: EngineReadError.logIncomplete(loss)) { try readAll(copy) }
            }
        }
        store.engine.close()
    }

    @Test func theLogOfAnotherStoreIsRefused() async throws {
        let stores = [try TemporaryEngine(), try TemporaryEngine()]
        for store in stores { try await store.engine.put([1], for: Key(1)) }
        let copy = TemporaryDirectory()
        let manager = FileManager.default
        try manager.copyItem(
            atPath: stores[0].directory.path("store"),
            toPath: copy.path("store")
        )
        try manager.removeItem(atPath: copy.path("store/log"))
        try manager.copyItem(
            atPath: stores[1].directory.path("store/log"),
            toPath: copy.path("store/log")
        )
        let loss = LogLoss.foreign(file: LogExtent.fileName)
        #expect(throws: EngineReadError.logIncomplete(loss)) { try readAll(copy) }
        for store in stores { store.engine.close() }
    }

    @Test func whoHoldsAStoreIsTold() throws {
        let store = try TemporaryEngine()
        let path = store.directory.path("store")
        #expect(StoreHolder(ofStoreIn: path)?.processIdentifier == getpid())
        store.engine.close()
        #expect(StoreHolder(ofStoreIn: path) == nil)
        #expect(StoreHolder(ofStoreIn: store.directory.path("nothing")) == nil)
    }
}
