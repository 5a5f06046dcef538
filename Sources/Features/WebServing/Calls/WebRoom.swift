internal import Locking

/// The room for calls by HTTP that wait for the stores of apps, or for passwords: where one app's
/// come to rest, as those of a disk do that hangs, there is room for those of the others.
///
/// As for the other protocol, one app takes at most half of it, two a third each, and so on. There
/// is no bound while there is one app alone: its calls wait, each on its connection.
final class WebRoom: Sendable {
    private let callCount = Atomic<Int>(0)
    private let callCountMax = Atomic<Int>(.max)

    init() {}

    /// Replaces the number of calls that all apps may have; nil where there is one app alone.
    func set(callCountMax: Int?) {
        self.callCountMax.store(callCountMax ?? .max, ordering: .relaxed)
    }

    /// How many calls wait now.
    var waitingCallCount: Int { callCount.load(ordering: .relaxed) }

    /// What one app has of a room.
    final class Share: Sendable {
        private let room: WebRoom
        private let count = Atomic<Int>(0)

        init(of room: WebRoom) {
            self.room = room
        }

        /// Counts a call in, if there is room; `end` follows.
        func begin() -> Bool {
            let own = count.wrappingAdd(1, ordering: .relaxed).newValue
            let all = room.callCount.wrappingAdd(1, ordering: .relaxed).newValue
            // As many as are left to all others, and the one that has just been counted twice.
            let hasRoom = own - 1 <= room.callCountMax.load(ordering: .relaxed) - all
            if !hasRoom { end() }
            return hasRoom
        }

        /// How many of its calls wait now.
        var callCount: Int { count.load(ordering: .relaxed) }

        /// Counts a call out.
        func end() {
            count.wrappingSubtract(1, ordering: .relaxed)
            room.callCount.wrappingSubtract(1, ordering: .relaxed)
        }
    }
}
