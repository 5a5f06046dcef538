package import StorageEngine

// The limits of this engine.
extension EngineLimits {
    /// Changes that are enough for a commit while others are still being run.
    ///
    /// A flush costs the processors about as much as ten notes, and each time the replies to a
    /// connection are one call of the system: so it is not to be made for a few, nor to wait for
    /// all, since the next one can be prepared meanwhile.
    static let commitJobCountMin = 192

    /// Bytes after which no further change joins a commit.
    package static let batchByteCountMax = 4 << 20

    /// Bytes of the log after which it is recorded how far it reaches: one full commit.
    ///
    /// That is a flush of its own, so it is not to be made for each commit; and what was committed
    /// since the last one can be cut off unnoticed, so it is not to be put off for long.
    static let extentByteCountStep = batchByteCountMax

    /// Bytes of changes that are moved to LMDB in one transaction, about.
    ///
    /// Each change may touch a page of its own: 2,000 notes write 8 MiB, and the flushes of the log
    /// may have to wait for it. That is far below the 131,071 dirty pages at which LMDB 0.9.24
    /// begins to spill, where it leaks (ITS#9155).
    package static let moveByteCountMax = 512 << 10

    /// Bytes of pages that such a transaction writes anew at most, about: one for each change.
    static let movedPagesByteCountMax = moveByteCountMax / moveByteCountPerChange * 4_096

    /// The part of the reserve that changes moved in one transaction may have when there is little
    /// more room than it.
    ///
    /// The pages that they touch come to 32 times as much at most, an eighth of the reserve: a page
    /// for each change of the least size. Those of three transactions are out of use at a time.
    static let reservePerMove = 256

    /// Bytes that a moved change counts beside its value.
    static let moveByteCountPerChange = 128

    /// Bytes that are moved in one transaction when there is no room for more.
    ///
    /// A transaction writes anew each page that it touches, and what it frees can be used by the
    /// one after the next: small ones go on where large ones have no room.
    static let moveByteCountMin = 4 << 10

    /// Bytes that a reserve has at least, if there is one.
    ///
    /// The log grows by 1 MiB at a time, and a transaction that moves the least changes touches a
    /// few hundred KiB of pages: 4 MiB let both go on.
    package static let reserveByteCountMin = 4 << 20

    /// Bytes of a value that has one page of LMDB at most: 4 KiB without the heads of the page, and
    /// without the checksum.
    static let pageValueByteCountMax = 4_064

    /// Pages that free ones have to lie side by side to count for values of several pages: the
    /// longest notes have three, and an answer as many.
    static let pageRunLengthMin = 6

    /// How many times as large as its reserve a map has to be.
    package static let mapByteCountPerReserve = 4

    /// Sizes that an overlay may have: the smallest for tests, the largest that offsets can name.
    package static let overlayByteCounts = (64 << 10)...(2 << 30)

    /// An EIO with less room than this on the disk is taken for a full disk.
    ///
    /// LMDB 0.9.24 reports a short write, which only a full disk makes, as EIO. The largest
    /// single write is that of one change.
    package static let fullDiskByteCountMax = writeSetByteCountMax
}
