internal import LMDB
package import LogEngine
package import StorageEngine

extension EngineOptions {
    /// Sizes that few changes fill.
    package static func small(
        mapByteCount: Int = 1 << 30,
        overlayByteCountMax: Int = 1 << 20,
        segmentByteCountMax: Int = 1 << 20,
        queuedJobCountMax: Int = EngineLimits.queuedJobCountMax,
        reserveByteCount: Int = 0,
        reportRoom: @escaping @Sendable (RoomNews) -> Void = { _ in }
    ) -> EngineOptions {
        EngineOptions(
            environment: EnvironmentOptions(mapByteCount: mapByteCount),
            overlayByteCountMax: overlayByteCountMax,
            segmentByteCountMax: segmentByteCountMax,
            queuedJobCountMax: queuedJobCountMax,
            reserveByteCount: reserveByteCount,
            reportRoom: reportRoom
        )
    }

    /// The smallest sizes: a hundred changes pass through several generations.
    package static let tiny = small(
        overlayByteCountMax: 64 << 10,
        segmentByteCountMax: 64 << 10
    )
}
