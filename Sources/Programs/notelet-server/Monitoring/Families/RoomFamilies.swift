import Metrics
import StorageEngine

/// What is measured of the room that the store has left, and of what should be gone from it.
private enum RoomFamilies {
    static let full = MetricFamily(
        .gauge,
        "notelet_store_full",
        "1 while no more than the reserve is left, and calls that add something get STORE_FULL; "
            + "else 0."
    )
    static let usedUp = MetricFamily(
        .gauge,
        "notelet_store_reserve_used_up",
        "1 while the reserve is gone as well, and any change may get STORE_FULL; else 0."
    )
    static let erasures = MetricFamily(
        .gauge,
        "notelet_store_erasure_files_behind",
        "Files named erasures that lack marks of who was deleted, for they cannot be written."
    )
    static let room = MetricFamily(
        .gauge,
        "notelet_store_room_bytes",
        "What the disk and the map have left, with the reserve and free pages."
    )
    static let overdue = MetricFamily(
        .gauge,
        "notelet_store_cleaning_overdue",
        "1 while the database may hold what was deleted longer ago than --erasure-time; else 0."
    )
}

extension ExpositionText {
    /// Writes how many files lack marks of who was deleted.
    mutating func write(erasureFilesBehind count: Int) {
        write(RoomFamilies.erasures, count)
    }

    /// Writes how much room there is, whether it is enough, and whether files are clean in time.
    mutating func write(room activity: EngineActivity) {
        write(RoomFamilies.full, activity.fullness == .roomLeft ? 0 : 1)
        write(RoomFamilies.usedUp, activity.fullness == .nothingLeft ? 1 : 0)
        write(RoomFamilies.overdue, activity.isCleaningOverdue ? 1 : 0)
        guard let room = activity.room else { return }
        let kinds = [("disk", room.diskByteCount), ("map", room.mapByteCount)]
        write(
            RoomFamilies.room,
            kinds.map { MetricSample($1, [MetricLabel("kind", $0)]) }
        )
    }
}
