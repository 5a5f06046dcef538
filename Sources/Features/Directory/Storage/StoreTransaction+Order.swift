internal import DirectoryRules
internal import Domain
internal import Records
internal import StorageEngine

// Members are kept in the order of their names without a name in any key: what is erased leaves
// values behind nowhere, but keys in archives. So each has a rank, a number between those of its
// neighbours, whom a search by halves finds.

extension StoreView {
    /// Who has a rank, and where the name belongs.
    private typealias Ranked = (entry: OrderEntry, order: MemberOrder)

    /// The entries between which a place of the order lies; the one that has it counts as before.
    ///
    /// Of a damaged member nobody knows the name: it is passed over.
    func neighbours(
        of order: MemberOrder,
        in feed: SharedFeed
    ) throws(DomainError) -> (before: OrderEntry?, behind: OrderEntry?) {
        guard let last = try ranked(.all(of: feed), .descending) else { return (nil, nil) }
        guard last.order > order else { return (last.entry, nil) }
        var (before, behind): (OrderEntry?, OrderEntry) = (nil, last.entry)
        // Nobody has a rank from here to that of `behind`.
        var upper = behind.key.rank.number
        while true {
            let lower = before?.key.rank.number ?? 0
            let middle = lower + (upper - lower) / 2
            if middle > lower {
                let start = RankPlace(feed, RankPlace.Rank(middle, .start))
                let probe = try firstRanked(behind: start, in: feed, upTo: behind)
                if let probe, probe.order <= order {
                    before = probe.entry
                    continue
                }
                upper = middle
                if let probe {
                    behind = probe.entry
                    continue
                }
            }
            // Where the upper half is empty the lower may be, too.
            guard let next = try firstRanked(behind: before?.key, in: feed, upTo: behind) else {
                return (before, behind)
            }
            guard next.order <= order else { return (before, next.entry) }
            before = next.entry
        }
    }

    private func firstRanked(
        behind place: RankPlace?,
        in feed: SharedFeed,
        upTo end: OrderEntry
    ) throws(DomainError) -> Ranked? {
        let lower = KeyRange.behind(place, of: feed).lower
        return try ranked(KeyRange(lower: lower, upper: end.key.storedKey), .ascending)
    }

    /// The first one of a range.
    private func ranked(
        _ range: KeyRange,
        _ direction: ScanDirection
    ) throws(DomainError) -> Ranked? {
        var found: Ranked?
        try scanSound(Schema.memberOrder.id, range, direction, atMost: 1) {
            key,
            value throws(DomainError) in
            let entry = try Schema.memberOrder.row(key: key, value: value)
            let member = try readable { () throws(DomainError) in
                try row(at: entry.value, in: Schema.members)
            }
            found = member.map { (entry, $0.order) }
            return found == nil ? .next : .stop
        }
        return found
    }
}

extension StoreTransaction {
    /// Between two that have come one behind the other at an end of the list.
    private static var usualGap: UInt64 { 1 << 40 }
    /// Between two of which the second has come right after the first, between others.
    ///
    /// Mostly the next one comes on the same side. Who comes among others otherwise stands in the
    /// middle: as many may come before as behind.
    private static var gapInside: UInt64 { 1 << 20 }
    /// Between any two after room was made.
    private static var gapMin: UInt64 { 1 << 16 }

    /// The rank of a member that is to stand where its name belongs.
    func takeRank(for member: MemberRecord) throws(DomainError) -> UInt64 {
        let (order, feed) = (member.order, member.key.feed)
        var (before, behind) = try neighbours(of: order, in: feed)
        if gap(before, behind) == 0 {
            try makeRoom(before, behind, in: feed)
            (before, behind) = try neighbours(of: order, in: feed)
        }
        // Beside a damaged member there may be no room: it does not move.
        let gap = gap(before, behind)
        switch (before?.key.rank, behind?.key.rank) {
        case (nil, nil): return gap
        case (let before?, nil): return before.number + min(gap, Self.usualGap)
        case (nil, let behind?): return behind.number - min(gap, Self.usualGap)
        case (let before?, let behind?):
            let newest = max(before.place, behind.place)
            let isNewest = newest.rawValue &+ 1 == member.key.sequence.rawValue
            let step = isNewest ? min(gap, Self.gapInside) : gap
            return before.place > behind.place ? before.number + step : behind.number - step
        }
    }

    /// How far the middle between two is from both.
    private func gap(_ before: OrderEntry?, _ behind: OrderEntry?) -> UInt64 {
        let (lower, upper) = (before?.key.rank.number ?? 0, behind?.key.rank.number ?? .max)
        return (upper - min(lower, upper)) / 2
    }

    /// Gives the members around a place ranks that leave room between them: as few as will do.
    private func makeRoom(
        _ before: OrderEntry?,
        _ behind: OrderEntry?,
        in feed: SharedFeed
    ) throws(DomainError) {
        var count = 16
        while true {
            let first = try entries(upTo: before, count, in: feed)
            let last = try entries(from: behind, count, in: feed)
            // The outermost ones stay, unless the list ends there.
            let moved = first.dropFirst(first.count > count ? 1 : 0) + last.prefix(count)
            let lower = first.count > count ? first[0].key.rank.number : 0
            let upper = last.count > count ? last[count].key.rank.number : .max
            let gap = (upper - min(lower, upper)) / (UInt64(moved.count) + 1)
            if gap >= Self.gapMin {
                for (index, entry) in moved.enumerated() {
                    try move(entry.value, to: lower + gap * (UInt64(index) + 1))
                }
                return
            }
            count *= 4
        }
    }

    /// Entries that end with one, and one more in front of them.
    private func entries(
        upTo last: OrderEntry?,
        _ count: Int,
        in feed: SharedFeed
    ) throws(DomainError) -> [OrderEntry] {
        guard let last else { return [] }
        var entries = [last]
        let range = KeyRange(lower: feed.storedKey, upper: last.key.storedKey)
        try visitNewestFirst(Schema.memberOrder.id, range, limit: count) {
            key,
            value throws(DomainError) in
            entries.append(try Schema.memberOrder.row(key: key, value: value))
            return entries.count > count ? .stop : .next
        }
        return entries.reversed()
    }

    /// Entries that begin with one, and one more behind them.
    private func entries(
        from first: OrderEntry?,
        _ count: Int,
        in feed: SharedFeed
    ) throws(DomainError) -> [OrderEntry] {
        guard let first else { return [] }
        let range = KeyRange.behind(first.key, of: feed)
        return [first] + (try firstRows(of: Schema.memberOrder, range, countMax: count))
    }

    private func move(_ place: SharedPlace, to rank: UInt64) throws(DomainError) {
        let old = try readable { () throws(DomainError) in
            try row(at: place, in: Schema.members)
        }
        guard let old else { return }
        var member = old
        member.rank = rank
        try put(member, insteadOf: old, in: Schema.members)
    }
}
