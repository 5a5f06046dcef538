internal import Glibc
internal import LMDB
internal import StorageEngine

/// Measures the room of a store.
struct RoomGauge: Sendable {
    let environment: Environment
    /// Bytes that the disk has left, as the file system says.
    let diskByteCount: @Sendable (Environment) throws(LMDBError) -> Int

    /// The room of this moment.
    ///
    /// - Parameters:
    ///   - heldByteCount: Bytes of the reserve's file, which the file system counts as used.
    ///   - isCounting: Whether free pages of the database are counted, for which LMDB's list of
    ///     them is read; without them there seems to be less room than there is.
    /// - Returns: The room.
    /// - Throws: `.closed`, or why the system does not say.
    func measure(heldByteCount: Int, isCounting: Bool) throws(LMDBError) -> Room {
        let information = try environment.information()
        let mapPageCount = information.mapByteCount / information.pageByteCount
        let newPageCount = max(0, mapPageCount - information.lastPageNumber - 1)
        let free =
            isCounting ? try environment.freePages(inRunsOf: EngineLimits.pageRunLengthMin) : nil
        let pageByteCount = information.pageByteCount
        let freeByteCount = (free?.count ?? 0) * pageByteCount
        let newByteCount = newPageCount * pageByteCount
        let leftByteCount = saturatingSum(try diskByteCount(environment), heldByteCount)
        return Room(
            mapByteCount: newByteCount + freeByteCount,
            diskByteCount: saturatingSum(leftByteCount, freeByteCount),
            runByteCount: saturatingSum(
                min(newByteCount, leftByteCount),
                (free?.runPageCount ?? 0) * pageByteCount
            )
        )
    }

    private func saturatingSum(_ one: Int, _ other: Int) -> Int {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

/// What moving a change may take of the database's pages, at most about.
enum MovingCost {
    /// Bytes for changes with values of so many bytes in all.
    ///
    /// A page may be half empty when it was split; keys, checksums and the tree come to less than
    /// what each change counts beside its value.
    static func byteCount(changes count: Int, values byteCount: Int) -> Int {
        2 * (count * EngineLimits.moveByteCountPerChange + byteCount)
    }
}

extension Overlay {
    /// What moving all changes may take of the database's pages.
    var movingCost: Int {
        MovingCost.byteCount(changes: nodeCount, values: newestValueByteCount)
    }
}
