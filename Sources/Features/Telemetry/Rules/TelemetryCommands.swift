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

    /// Counts a crash among those of its signature, and keeps it where there is room; answers
    /// whether it is counted, for there may be too many signatures.
    package func report(_ crash: Crash) throws(DomainError) -> Bool {
        let signature = signature(of: crash.trace)
        let old = try crashGroup(signature)
        let countMax = DomainLimits.crashGroupsMax
        if old == nil, try crashGroupCount(countMax: countMax) == countMax { return false }
        let isLast = old.map { crash.occurredAt >= $0.lastSeen } ?? true
        try put(CrashGroup(signature, old, with: crash), sample: isLast ? crash : nil)
        try add(crash, signature)
        return true
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
