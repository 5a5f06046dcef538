package import Domain
internal import DeliveryRules
package import Records
internal import StorageEngine

// What is said about orders, and forgotten some days later.

extension StoreView {
    /// Whether anything is kept that was said on days before one.
    package func hasMessages(before day: UInt32) throws(DomainError) -> Bool {
        let range = KeyRange(lower: Key(), upper: day.storedKey)
        return try !isEmpty(range, in: Schema.chatByDay.id)
    }
}

extension StoreTransaction {
    /// Deletes part of what was said on days before one, about so many records; answers whether
    /// anything is left.
    package func clearMessages(
        before day: UInt32,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        let range = KeyRange(lower: Key(), upper: day.storedKey)
        var remaining = recordCountMax
        let countMax = max(recordCountMax / Self.recordsOfMessage, 1)
        let entries = try firstKeys(of: Schema.chatByDay, range, countMax: countMax)
        for (index, entry) in entries.enumerated() {
            let feed = entry.of.feed
            try delete(at: entry.of, in: Schema.chatMessages)
            // Also where the message was damaged, and did not lead there.
            try delete(entry.storedKey, in: Schema.chatByDay.id)
            remaining -= Self.recordsOfMessage
            if index + 1 == entries.count || entries[index + 1].of.feed != feed {
                remaining -= try clearPeople(of: feed)
                try clearEntries(of: feed)
            }
            if remaining <= 0 { return true }
        }
        return entries.count == countMax
    }

    /// Forgets who was in the channel of an order that is over, and how far those have read, where
    /// nothing is left to read; answers how many records that were.
    private func clearPeople(of feed: SharedFeed) throws(DomainError) -> Int {
        guard try isEmpty(.all(of: feed), in: Schema.chatMessages.id) else { return 0 }
        let found = try readable { () throws(DomainError) in try order(numbered: feed.number) }
        guard let found, found.status.isClosed else { return 0 }
        let countMax = Self.entriesPerChannel
        let table = Schema.channelPeople
        // Each with what finds it, and what tells of it.
        return try 3 * deleteRows(of: table, .all(of: feed), countMax: countMax)
    }

    /// Takes out of the beginning of the feed of a channel what tells of nothing any more, but for
    /// the last place of the feed: that stays taken, or another message would get its number.
    private func clearEntries(of feed: SharedFeed) throws(DomainError) {
        var last = Sequence.start
        try scanKeys(Schema.sharedChanges.id, .all(of: feed), .descending, atMost: 1) {
            key throws(DomainError) in
            last = try SharedPlace(key: key, of: ChatRow.kind).sequence
            return .stop
        }
        var entries: [(told: Sequence, event: ChannelEvent, of: SharedPlace)] = []
        let (range, countMax) = (KeyRange.before(last, of: feed), Self.entriesPerChannel)
        try scanSound(Schema.sharedChanges.id, range, .ascending, atMost: countMax) {
            key,
            entry throws(DomainError) in
            let told = try SharedPlace(key: key, of: ChatRow.kind).sequence
            let (event, place) = try ChannelEvent.read(entry, of: feed, ChatRow.kind)
            entries.append((told, event, place))
            return entries.count < countMax ? .next : .stop
        }
        for (told, event, place) in entries where try isGone(event, place) {
            try deleteEntry(at: told, of: feed)
        }
    }

    /// Whether what an entry of the feed of a channel tells of is kept no longer.
    private func isGone(
        _ event: ChannelEvent,
        _ place: SharedPlace
    ) throws(DomainError) -> Bool {
        switch event {
        case .said: try !contains(place, in: Schema.chatMessages)
        case .read: try !contains(place, in: Schema.channelPeople)
        }
    }

    /// A message, three records that find it, and what tells of it.
    private static var recordsOfMessage: Int { 5 }

    /// Entries of a channel that are looked through when something in it goes: more than a piece
    /// deletes, and than people have marks.
    private static var entriesPerChannel: Int { 500 }
}
