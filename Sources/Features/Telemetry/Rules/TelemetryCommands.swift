package import Domain

// What applications do. Whoever uses them is not asked for, so nothing of it can be kept.
extension TelemetryWriting {
    /// Keeps the events of a request; answers how many, for a day may be full.
    package func log(
        _ events: [LoggedEvent],
        of source: TelemetrySource
    ) throws(DomainError) -> Int {
        var count = 0
        for event in events where try add(event, of: source) { count += 1 }
        return count
    }

    /// Counts a crash among those of its signature, and keeps it where there is room, or where it
    /// is the first of them.
    package func report(_ crash: Crash) throws(DomainError) {
        let old = try crashGroup(crash.signature)
        if old == nil { try makeRoomForCrashGroup() }
        var group = old ?? CrashGroup(crash)
        let isLast = crash.occurredAt >= group.lastSeen
        if old != nil { group.add(crash) }
        let place = try add(crash, inAnyCase: old == nil)
        if isLast || group.sample == nil { group.sample = place ?? group.sample }
        try put(group)
    }

    /// Where there are as many signatures as can be, has the one make room that had the fewest
    /// crashes, and of several the one that was seen longest ago: a flood of signatures that are
    /// made up washes out itself, and nothing that comes again.
    private func makeRoomForCrashGroup() throws(DomainError) {
        let countMax = DomainLimits.crashGroupsMax
        guard try crashGroupCount(countMax: countMax) == countMax else { return }
        let least = try crashGroups().min { ($0.count, $0.lastSeen) < ($1.count, $1.lastSeen) }
        if let least { try remove(least) }
    }
}

/// How often an event happened on a day.
package struct EventTally: Sendable {
    private var counts: [String: (count: UInt64, installations: Set<[UInt8]>)] = [:]

    /// Has counted nothing yet.
    package init() {}

    /// Counts an event.
    package mutating func add(_ kept: KeptEvent) {
        counts[kept.event.name, default: (0, [])].count += 1
        guard !kept.installation.isEmpty else { return }
        counts[kept.event.name]?.installations.insert(kept.installation)
    }

    /// What was counted: the events that happened most often first, and no more than 1,000 of them.
    package var rows: [(name: String, count: UInt64, installationCount: Int)] {
        let sorted = counts.sorted { left, right in
            left.value.count == right.value.count
                ? left.key < right.key : left.value.count > right.value.count
        }
        return sorted.prefix(DomainLimits.summaryRowsMax).map { name, tally in
            (name, tally.count, tally.installations.count)
        }
    }
}
