/// What is left for changes on the disk and in the map of the database, of which the smaller one
/// counts.
package struct Room: Equatable, Sendable {
    /// Bytes that the database may still grow by, with its free pages.
    package var mapByteCount: Int
    /// Bytes that the disk has left for this process, with those of the reserve's file and the free
    /// pages of the database.
    package var diskByteCount: Int

    /// Bytes, of disk or map, in pages that lie side by side: what has several pages needs such.
    package var runByteCount: Int

    /// States the room of a moment.
    package init(mapByteCount: Int, diskByteCount: Int, runByteCount: Int) {
        self.mapByteCount = mapByteCount
        self.diskByteCount = diskByteCount
        self.runByteCount = runByteCount
    }

    /// The smaller of both.
    package var byteCount: Int { min(mapByteCount, diskByteCount) }

    /// Whether the disk has less left than the map.
    package var isDiskShorter: Bool { diskByteCount < mapByteCount }
}

/// How full a store is.
package enum StoreFullness: Sendable {
    /// All changes are taken.
    case roomLeft
    /// Only changes that may use the reserve are taken.
    case reserveLeft
    /// The reserve is used up as well: no change is certain to be taken.
    case nothingLeft
}

/// What a store tells of its room.
package enum RoomNews: Equatable, Sendable {
    /// From now on only changes that may use the reserve are taken.
    case full(Room)
    /// All changes are taken again.
    case hasRoom(Room)
}
