import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// A log that lacks something of what it is known to have had.
@Suite("Lost logs")
struct LogLossTests {
    private static let files = LogRecovery.fileNames + [LogExtent.fileName]
    /// Changes that are certain to be recorded: the record of the last one may be under way.
    private static let recordedCount = 30

    private static let options = {
        var options = EngineOptions.small()
        options.extentByteCountStep = 0
        return options
    }()

    /// A folder with the files of an engine that was killed, as a test may change them.
    private struct Remains {
        let directory = TemporaryDirectory(in: .memory)
        var store: String { directory.path("store") }

        /// Takes the files of an engine that has made some changes.
        init(of killed: TemporaryEngine) throws {
            try FileManager.default.copyItem(
                atPath: killed.directory.path("store"),
                toPath: directory.path("store")
            )
        }

        func path(_ file: String) -> String { store + "/log/" + file }

        func bytes(_ file: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: path(file))))
        }

        func replace(_ file: String, by bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: path(file)))
        }

        /// Why the store is refused, by its opening and by those who read it alike; nil if it
        /// opens, and the changes that it has.
        func outcome() throws -> (loss: LogLoss?, records: [Record]) {
            let before = try EngineReader(directory: store, tables: ["first", "second"]).logLoss()
            do {
                let reopened = try TemporaryEngine(directory: directory)
                defer { reopened.engine.close() }
                #expect(before == nil)
                let records = try reopened.engine.read { view throws(StorageError) in
                    try view.records(first)
                }
                return (nil, records)
            } catch StorageError.incomplete(let what) {
                #expect(before?.summary == what)
                return (before, [])
            }
        }
    }

    private func killed(changeCount: Int = recordedCount + 1) async throws -> TemporaryEngine {
        let store = try TemporaryEngine(options: Self.options)
        for number in 0..<changeCount {
            try await store.engine.put(Self.value(number), for: Key(number: number))
        }
        return store
    }

    private static func value(_ number: Int) -> [UInt8] {
        Array(repeating: UInt8(number), count: 3_000)
    }

    @Test func aWholeLogIsTaken() async throws {
        let store = try await killed()
        defer { store.engine.close() }
        let outcome = try Remains(of: store).outcome()
        #expect(outcome.loss == nil)
        #expect(outcome.records.count == Self.recordedCount + 1)
    }

    @Test func aMissingFileIsRefused() async throws {
        let store = try await killed()
        for file in Self.files {
            let remains = try Remains(of: store)
            try FileManager.default.removeItem(atPath: remains.path(file))
            #expect(try remains.outcome().loss == .missing(file: file))
            #expect(!FileManager.default.fileExists(atPath: remains.path(file)))
        }
        let remains = try Remains(of: store)
        try FileManager.default.removeItem(atPath: remains.store + "/log")
        #expect(try remains.outcome().loss == .missing(file: LogExtent.fileName))
        #expect(!FileManager.default.fileExists(atPath: remains.store + "/log"))
        // All is in the database then, and a log that is gone is refused nevertheless.
        store.engine.close()
        let moved = try Remains(of: store)
        try FileManager.default.removeItem(atPath: moved.path("odd"))
        #expect(try moved.outcome().loss == .missing(file: "odd"))
    }

    @Test func aFileThatWasCutIsRefused() async throws {
        let store = try await killed()
        defer { store.engine.close() }
        for file in Self.files {
            let remains = try Remains(of: store)
            let whole = try remains.bytes(file)
            let samples = [0, 1, 63, 4_095, 4_096, 4_097, whole.count / 2, whole.count - 1]
            for byteCount in samples where byteCount >= 0 && byteCount < whole.count {
                try remains.replace(file, by: Array(whole.prefix(byteCount)))
                let loss = LogLoss.short(file: file, byteCount: byteCount, known: whole.count)
                #expect(try remains.outcome().loss == loss)
            }
        }
    }

    @Test func anotherStoresFileIsRefused() async throws {
        let store = try await killed()
        let other = try await killed()
        defer { for store in [store, other] { store.engine.close() } }
        for file in ["even", LogExtent.fileName] {
            let remains = try Remains(of: store)
            try remains.replace(file, by: Remains(of: other).bytes(file))
            #expect(try remains.outcome().loss == .foreign(file: file))
        }
    }

    /// Whatever is lost without a change of a file's length, up to the last change that was
    /// recorded.
    @Test func lostContentsAreRefused() async throws {
        let store = try await killed()
        defer { store.engine.close() }
        let remains = try Remains(of: store)
        let whole = try remains.bytes("even")
        // Each batch takes a block.
        for number in 0..<Self.recordedCount {
            var zeroed = whole
            let start = number * LogBatch.blockByteCount
            for index in start..<start + LogBatch.blockByteCount { zeroed[index] = 0 }
            try remains.replace("even", by: zeroed)
            let loss = try remains.outcome().loss
            guard case .batches(let range, file: "even") = loss else {
                Issue.record("\(String(describing: loss))")
                continue
            }
            #expect(range.lowerBound == UInt64(number + 1))
        }
        try remains.replace("even", by: [UInt8](repeating: 0, count: whole.count))
        guard case .batches(let range, file: "even") = try remains.outcome().loss else {
            Issue.record("An empty log was taken.")
            return
        }
        #expect(range.lowerBound == 1 && range.upperBound >= UInt64(Self.recordedCount))
    }

    /// One of the two places may have been torn; the other one still tells what was before.
    @Test func aTornPlaceOfTheExtentIsPassedOver() async throws {
        let store = try await killed()
        defer { store.engine.close() }
        let whole = try Remains(of: store).bytes(LogExtent.fileName)
        for place in [0, LogExtent.placeByteCount] {
            let remains = try Remains(of: store)
            var torn = whole
            torn[place + 40] ^= 1
            try remains.replace(LogExtent.fileName, by: torn)
            #expect(try remains.outcome().loss == nil)
        }
        let remains = try Remains(of: store)
        try remains.replace(
            LogExtent.fileName,
            by: [UInt8](repeating: 0, count: LogExtent.fileByteCount)
        )
        #expect(try remains.outcome().loss == .damagedExtent)
    }

    @Test func anEarlierLogIsRefusedInThePlaceOfALaterOne() async throws {
        let store = try await killed(changeCount: 5)
        let earlier = try Remains(of: store).bytes("even")
        for number in 5...Self.recordedCount {
            try await store.engine.put(Self.value(number), for: Key(number: number))
        }
        defer { store.engine.close() }
        let remains = try Remains(of: store)
        try remains.replace("even", by: earlier)
        guard case .batches(let range, file: "even") = try remains.outcome().loss else {
            Issue.record("An earlier log was taken.")
            return
        }
        #expect(range.lowerBound == 6 && range.upperBound >= UInt64(Self.recordedCount))
    }

    @Test func theProcessEndsWhereItCannotBeRecorded() async throws {
        let disk = FaultyDisk()
        let store = try TemporaryEngine(options: Self.options, seams: disk.seams)
        try await store.engine.put([1], for: Key(1))
        disk.failExtent(with: EIO)
        // The record of the first change may be under way.
        try? await store.engine.put([2], for: Key(2))
        let patience = Patience()
        while disk.reasons.isEmpty { try await patience.pause() }
        #expect(disk.reasons == [.diskFailed("The store's disk failed: Input/output error.")])
        await #expect(throws: StorageError.stopped) {
            try await store.engine.put([3], for: Key(3))
        }
        store.engine.close()
        // It is closed in order, and looked at all the same when it is opened again.
        let lock = try Data(contentsOf: URL(filePath: store.directory.path("store/lock")))
        #expect(!lock.isEmpty)
    }

    @Test func aLogOfAnEarlierVersionIsTakenAsItIs() async throws {
        let store = try await killed()
        store.engine.close()
        let path = store.directory.path("store")
        // Nothing was recorded of it.
        try WriteAheadEngine.beginLog(ofStoreIn: path, tables: ["first", "second"])
        #expect(!FileManager.default.fileExists(atPath: path + "/log/extent"))
        #expect(try Remains(of: store).outcome().loss == nil)
    }

    @Test("A database that is gone, beside its log, is not made anew")
    func databaseGone() throws {
        let directory = TemporaryDirectory(in: .memory)
        let first = try TemporaryEngine(directory: directory)
        first.engine.close()
        let database = directory.path("store/data")
        try FileManager.default.removeItem(atPath: database)
        #expect(throws: StorageError.damaged) { try TemporaryEngine(directory: directory) }
        #expect(!FileManager.default.fileExists(atPath: database))
    }
}
