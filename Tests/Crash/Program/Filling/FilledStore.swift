import LMDB
import LogEngine
import StorageEngine
import TestSupport

/// The store that is filled, and what belongs into it.
enum FilledStore {
    /// What the store runs out of.
    enum Limit: String, CaseIterable, Sendable {
        /// A map of a few MiB.
        case map
        /// The disk that the store lies on.
        case disk
    }

    /// The table that takes all records.
    static let table = TableID(rawValue: 0)

    /// How many times as large as its reserve a small map is: as little as maps may be.
    private static let mapByteCountPerReserve = EngineLimits.mapByteCountPerReserve

    /// Opens the store in a directory, or creates it; with little memory, so that changes are moved
    /// to the database all the time.
    static func open(
        directory: String,
        _ limit: Limit,
        reserveByteCount: Int,
        report: @escaping @Sendable (RoomNews) -> Void = { _ in }
    ) throws(StorageError) -> WriteAheadEngine {
        let smallByteCount = reserveByteCount * mapByteCountPerReserve
        let mapByteCount = limit == .map ? smallByteCount : max(1 << 30, smallByteCount)
        return try WriteAheadEngine(
            directory: directory,
            tables: ["records"],
            options: EngineOptions(
                environment: EnvironmentOptions(mapByteCount: mapByteCount),
                overlayByteCountMax: 1 << 20,
                segmentByteCountMax: 1 << 20,
                erasureSeconds: 0,
                reserveByteCount: reserveByteCount,
                reportRoom: report
            )
        )
    }

    /// The key of a record.
    static func key(_ number: Int) -> Key {
        var key = Key()
        // Neighbours come from different times, so that deletions leave gaps in pages.
        key.append(UInt64(number).byteSwapped)
        return key
    }

    /// The value of a record: mostly short, some of several pages.
    static func value(_ number: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed, stream: UInt64(number))
        let countMax = [200, 200, 200, 2_000, 12_000][random.number(in: 0...4)]
        let count = random.number(in: 8...countMax)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}
