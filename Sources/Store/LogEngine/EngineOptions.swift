package import LMDB
package import Locking
package import StorageEngine

/// The sizes that an engine is opened with.
package struct EngineOptions: Sendable {
    /// The limits of LMDB.
    package var environment: EnvironmentOptions
    /// Bytes of memory of one overlay; there are two at most, the active and the frozen one.
    ///
    /// The larger, the fewer pages LMDB writes for each change: 64 MiB hold about 140,000 notes.
    package var overlayByteCountMax: Int
    /// Bytes of one file of the log; there are two.
    package var segmentByteCountMax: Int
    /// Changes that wait at most.
    package var queuedJobCountMax: Int
    /// Seconds after which no file holds what was deleted, unless an archive keeps it.
    package var erasureSeconds: Int
    /// Bytes of disk and map that are kept for changes that may use the reserve; 0 keeps none, for
    /// tools, and for what has changes of one kind alone.
    package var reserveByteCount: Int
    /// What the writer may spend on looking for the change that follows a lone one.
    package var busyWaitBudget = BusyWaitBudget.none
    /// Is told when the store becomes full and when it has room again, on a thread of the engine;
    /// must be quick.
    package var reportRoom: @Sendable (RoomNews) -> Void
    /// Bytes of the log after which it is recorded how far it reaches, if a second has not passed.
    var extentByteCountStep = EngineLimits.extentByteCountStep
    /// Where the check of the pages was left before the opening; nil if nothing of it is due.
    package var uncheckedFrom: PageWalk.Position?
    /// Where the log is kept before it is written over; nil for nowhere.
    package var logArchive: LogArchive?
    /// Whether all stays in the log that is there and comes, for who opens the store next.
    ///
    /// That may be a server with an archive, which must lack nothing. There is room for few changes
    /// then.
    package var leavesLog = false

    /// Creates options; the defaults are those of the product, but for the reserve.
    package init(
        environment: EnvironmentOptions = EnvironmentOptions(),
        overlayByteCountMax: Int = 64 << 20,
        segmentByteCountMax: Int = 64 << 20,
        queuedJobCountMax: Int = EngineLimits.queuedJobCountMax,
        erasureSeconds: Int = EngineLimits.erasureSeconds,
        reserveByteCount: Int = 0,
        reportRoom: @escaping @Sendable (RoomNews) -> Void = { _ in }
    ) {
        precondition(
            reserveByteCount >= 0
                && reserveByteCount <= environment.mapByteCount
                    / EngineLimits.mapByteCountPerReserve,
            "A reserve is a part of the map."
        )
        precondition(
            EngineLimits.overlayByteCounts.contains(overlayByteCountMax),
            "An overlay has a size within its limits."
        )
        precondition(segmentByteCountMax >= LogBatch.blockByteCount, "A segment holds a batch.")
        self.environment = environment
        self.overlayByteCountMax = overlayByteCountMax
        self.segmentByteCountMax = segmentByteCountMax
        self.queuedJobCountMax = queuedJobCountMax
        self.erasureSeconds = erasureSeconds
        self.reserveByteCount = reserveByteCount
        self.reportRoom = reportRoom
    }

    /// Memory that changes may take on their way into LMDB: that of both overlays.
    package static let writeBufferByteCounts =
        (64 << 20)...(2 * EngineLimits.overlayByteCounts.upperBound)

    /// Creates options that divide a write buffer among the overlays; the log gets as much disk.
    package init(environment: EnvironmentOptions, writeBufferByteCount: Int) {
        self.init(
            environment: environment,
            overlayByteCountMax: writeBufferByteCount / 2,
            segmentByteCountMax: writeBufferByteCount / 2
        )
    }
}
