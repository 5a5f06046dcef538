internal import AccountStorage
package import DeliveryRules
package import Domain
package import Records
internal import StorageEngine

extension StoreView: ChatReading {
    package func channelPerson(
        _ person: UserNumber,
        of order: UInt64
    ) throws(DomainError) -> ChannelPerson? {
        guard let place = try place(of: person, in: .ofChannel(order)) else { return nil }
        return try row(at: place, in: Schema.channelPeople)?.channelPerson
    }

    package func channelPeople(of order: UInt64) throws(DomainError) -> [ChannelPerson] {
        let range = KeyRange.all(of: SharedFeed.ofChannel(order))
        return try firstRows(of: Schema.channelPeople, range).map(\.channelPerson)
    }

    /// Where the feed of a channel tells of somebody; nil where it does not.
    fileprivate func place(
        of person: UserNumber,
        in feed: SharedFeed
    ) throws(DomainError) -> SharedPlace? {
        try row(at: PersonChannel(person, feed), in: Schema.channelsOfPeople)
            .map { SharedPlace(feed, $0.value) }
    }

    package func message(
        called clientID: [UInt8],
        by author: UserNumber,
        about order: Order
    ) throws(DomainError) -> ChatMessage? {
        let feed = SharedFeed.ofChannel(order.number)
        let name = secrets.digests.chatName(clientID, of: author, in: feed)
        guard let place = try row(at: name, in: Schema.chatNames)?.value else { return nil }
        return try row(at: place, in: Schema.chatMessages)?.message(about: order.id)
    }

    package func lastMessageNumber(about order: UInt64) throws(DomainError) -> UInt64 {
        var last: UInt64 = 0
        let range = KeyRange.all(of: SharedFeed.ofChannel(order))
        try scanKeys(Schema.chatMessages.id, range, .descending, atMost: 1) {
            key throws(DomainError) in
            last = try SharedPlace(key: key, of: ChatRow.kind).sequence.rawValue
            return .stop
        }
        return last
    }

    package func visitMessages(
        about order: Order,
        before place: Sequence?,
        limit: Int,
        _ visit: (ChatMessage) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: SharedFeed.ofChannel(order.number))
        return try visitPage(of: Schema.chatMessages, range, limit: limit) {
            row throws(DomainError) in
            try shown(row, about: order.id).map(visit) ?? .next
        }?.sequence
    }

    package func visitMessages(
        saidBy author: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (ChatMessage) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: author)
        return try visitPage(of: Schema.sayings, range, limit: limit) {
            entry throws(DomainError) in
            guard let found = try row(at: entry.value, in: Schema.chatMessages),
                let order = try order(numbered: entry.value.feed.number)
            else { return .next }
            return visit(found.message(about: order.id))
        }?.sequence
    }

    package func channelChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> ChannelChange? {
        let (event, place) = try ChannelEvent.read(entry, of: feed, ChatRow.kind)
        guard let order = try order(numbered: feed.number) else { return nil }
        if event == .said {
            guard let found = try row(at: place, in: Schema.chatMessages) else { return nil }
            return try shown(found, about: order.id).map { .said($0) }
        }
        guard let found = try row(at: place, in: Schema.channelPeople), found.readNumber > 0,
            let role = try role(of: found.person, in: order)
        else { return nil }
        return .read(ReadMark(role, found.readNumber))
    }

    /// What a message says; nothing of whose author is gone, also before the erasure takes it.
    private func shown(
        _ row: ChatRow,
        about order: OrderID
    ) throws(DomainError) -> ChatMessage? {
        if row.author != .nobody, try isRemoved(row.author) { return nil }
        return row.message(about: order)
    }
}

extension StoreTransaction: ChatWriting {
    package func addMessage(
        _ new: NewText,
        about order: Order,
        by author: UserNumber,
        as role: ChatRole,
        at now: Instant
    ) throws(DomainError) -> ChatMessage {
        let feed = SharedFeed.ofChannel(order.number)
        var row = ChatRow()
        row.key = try takePlace(in: feed, of: Schema.chatMessages, telling: ChannelEvent.said)
        row.author = author
        if author != .nobody {
            row.saying = Sequence(try takeNumber(of: Schema.sayings, for: author))
        }
        row.role = UInt32(role.rawValue)
        (row.text, row.clientID, row.sentAt) = (new.text, new.clientID, now)
        try put(row, in: Schema.chatMessages)
        return row.message(about: order.id)
    }

    package func put(_ person: ChannelPerson, in order: UInt64) throws(DomainError) {
        let feed = SharedFeed.ofChannel(order)
        let former = try place(of: person.person, in: feed)
        var row = ChannelPersonRow()
        row.key = try takePlace(in: feed, of: Schema.channelPeople, telling: ChannelEvent.read)
        row.person = person.person
        (row.isInvited, row.readNumber) = (person.isInvited, person.readNumber)
        if let former {
            try delete(at: former, in: Schema.channelPeople)
            try deleteEntry(at: former.sequence, of: feed)
        }
        try put(row, in: Schema.channelPeople)
    }

    package func deleteChannelPerson(
        _ person: UserNumber,
        of order: UInt64
    ) throws(DomainError) {
        guard let place = try place(of: person, in: .ofChannel(order)) else { return }
        try deleteChannelPerson(at: place)
    }

    /// Forgets what somebody was to a channel, of which its feed tells at a place.
    func deleteChannelPerson(at place: SharedPlace) throws(DomainError) {
        try delete(at: place, in: Schema.channelPeople)
        try forgetEntry(at: place)
    }

    /// Deletes a message.
    func deleteMessage(at place: SharedPlace) throws(DomainError) {
        try delete(at: place, in: Schema.chatMessages)
        try forgetEntry(at: place)
    }

    /// Has the feed of a channel tell nothing of a place any more.
    ///
    /// Its last place stays taken, or another message would get the number.
    private func forgetEntry(at place: SharedPlace) throws(DomainError) {
        let feed = place.feed
        let behind = KeyRange(
            lower: SharedPlace(feed, place.sequence.next).storedKey,
            upper: feed.storedKey.prefixSuccessor
        )
        if try isEmpty(behind, in: Schema.sharedChanges.id) { return }
        try deleteEntry(at: place.sequence, of: feed)
    }
}
