internal import DirectoryRules
internal import Domain
internal import Records
internal import StorageEngine

// Members are kept in the order of their names without a name in any key: what is erased leaves
// values behind nowhere, but keys in archives. So each has a rank, a number between those of its
// neighbours, whom a search by halves finds.

extension StoreView {
    /// The entries between which a place of the order lies; the one that has it counts as before.
    func neighbours(
        of order: MemberOrder,
        in feed: SharedFeed
    ) throws(DomainError) -> (before: OrderEntry?, behind: OrderEntry?) {
        var (before, behind): (OrderEntry?, OrderEntry?)
        var upper = UInt64.max
        while let next = try firstEntry(behind: before?.key, in: feed), next.key != behind?.key {
            let lower = next.key.rank.number
            let middle = lower + (upper - lower) / 2
            var probe = next
            if middle > lower {
                let start = RankPlace(feed, RankPlace.Rank(middle, .start))
                guard let found = try firstEntry(behind: start, in: feed), found.key != behind?.key
                else {
                    upper = middle
                    continue
                }
                probe = found
            }
            // Of a damaged member nobody knows the name; it stays where it is.
            let member = try readable { () throws(DomainError) in
                try row(at: probe.value, in: Schema.members)
            }
            if let member, member.order > order {
                behind = probe
                upper = middle
            } else {
                before = probe
            }
        }
        return (before, behind)
    }

    private func firstEntry(
        behind place: RankPlace?,
        in feed: SharedFeed
    ) throws(DomainError) -> OrderEntry? {
        try firstRows(of: Schema.memberOrder, .behind(place, of: feed), countMax: 1).first
    }
}

extension StoreTransaction {
    /// Between two that have come one behind the other at an end of the list.
    private static var usualGap: UInt64 { 1 << 40 }
    /// Between two of which the second has come right behind the first, between others.
    private static var gapInside: UInt64 { 1 << 20 }
    /// Between any two after room was made.
    private static var gapMin: UInt64 { 1 << 16 }

    /// The rank of a member that is to stand at a place of the order.
    func takeRank(for order: MemberOrder, in feed: SharedFeed) throws(DomainError) -> UInt64 {
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
            // Whoever came last is likely to be followed by the next, in the same direction.
            let step = min(gap, Self.gapInside)
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
