internal import Domain

/// One step of carrying out the order to erase the records of a removed account or guest.
///
/// A step deletes what it has dealt with, so what is left is all the progress there is to know:
/// after a crash the next step finds its place by looking. The order goes last. A damaged record
/// of the other person does not stop it: what cannot be read shows nothing.
struct Erasure {
    private let user: UserNumber
    private var remaining: Int

    /// The stored form of an order.
    static let orderVersion: UInt8 = 1
    /// The most records one sent note takes: its own, the receiver's, and the receiver's entry for
    /// the contact.
    private static let recordsPerSentNote = 3
    /// The most records one received note takes: its own and the sender's.
    private static let recordsPerReceivedNote = 2

    /// The most records one name takes: what finds it, and the note that shows it.
    private static let recordsPerName = 2

    /// Prepares a step that touches at most that many records, though always one note.
    init(of user: UserNumber, recordCountMax: Int) {
        self.user = user
        remaining = max(recordCountMax, 1)
    }

    /// Carries out the step; answers whether the account has no records any more.
    mutating func run(in store: StoreTransaction) throws(DomainError) -> Bool {
        guard try eraseNotes(.sent, cost: Self.recordsPerSentNote, in: store, eraseSent),
            try eraseNotes(.inbox, cost: Self.recordsPerReceivedNote, in: store, eraseReceived)
        else { return false }
        guard try eraseNames(in: store), try eraseReplies(in: store) else { return false }
        for table in [TableID.contacts, .contactNames, .contactMessages, .unwantedWords] {
            guard try eraseAll(of: table, in: store) else { return false }
        }
        guard try eraseChanges(in: store) else { return false }
        return try eraseAll(of: .blocks, in: store)
    }

    /// Erases records that nobody else has to do with; answers whether none is left.
    private mutating func eraseAll(
        of table: TableID,
        in store: StoreTransaction
    ) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        remaining -= try store.deleteAll(.all(of: user), in: table, recordCountMax: remaining)
        return try store.isEmpty(.all(of: user), in: table)
    }

    /// Erases the feed, and what receivers of notes that were deleted are shown of the sender.
    private mutating func eraseChanges(in store: StoreTransaction) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        var places: [Place] = []
        let countMax = remaining
        try store.scanKeys(.changes, .all(of: user), .ascending) { key throws(DomainError) in
            places.append(Place(user, Sequence(try key.number(at: 8, of: .erasure))))
            return places.count < countMax ? .next : .stop
        }
        for place in places where remaining > 0 {
            let route = try Self.readable { () throws(DomainError) in
                try store.routeOfDeletedNote(at: place)
            }
            if let route {
                let received = store.secrets.identifiers.openReceiverRoute(route)
                try Self.forgetSender(at: received, in: store)
                remaining -= Self.recordsPerSentNote - 1
            }
            try store.delete(.place(place), in: .changes)
            remaining -= 1
        }
        return try store.isEmpty(.all(of: user), in: .changes)
    }

    /// Erases notes of one table, oldest first; answers whether none is left.
    private mutating func eraseNotes(
        _ table: TableID,
        cost: Int,
        in store: StoreTransaction,
        _ erase: (Place, StoreTransaction) throws(DomainError) -> Void
    ) throws(DomainError) -> Bool {
        var places: [Place] = []
        let countMax = max(remaining / cost, 1)
        var hasMore = false
        try store.scanKeys(table, .all(of: user), .ascending) { key throws(DomainError) in
            guard places.count < countMax else {
                hasMore = true
                return .stop
            }
            places.append(Place(user, Sequence(try key.number(at: 8, of: .erasure))))
            return .next
        }
        for place in places { try erase(place, store) }
        remaining -= places.count * cost
        return !hasMore && (places.isEmpty || remaining > 0)
    }

    /// Cuts the way from the receiver's record to here, and takes the name off it if it shows one.
    private func eraseSent(_ place: Place, in store: StoreTransaction) throws(DomainError) {
        let note = try Self.readable { () throws(DomainError) in try store.sentNote(at: place) }
        let identifiers = store.secrets.identifiers
        if case .received(let route) = note?.body {
            try Self.forgetSender(at: identifiers.openReceiverRoute(route), in: store)
        }
        if let note { try store.forgetName(shownBy: note, at: place) }
        try store.delete(.place(place), in: .sent)
    }

    /// Hands content and answer over to the sender's record, if the sender still has it.
    private func eraseReceived(_ place: Place, in store: StoreTransaction) throws(DomainError) {
        try Self.readable { () throws(DomainError) in try store.handOver(place) }
        try store.delete(.place(place), in: .inbox)
    }

    /// Takes the name off notes that were kept with their senders; answers whether none is left.
    private mutating func eraseNames(in store: StoreTransaction) throws(DomainError) -> Bool {
        var names: [ShownName] = []
        let countMax = max(remaining / Self.recordsPerName, 1)
        var hasMore = false
        try store.scanKeys(.shownNames, .all(of: user), .ascending) { key throws(DomainError) in
            guard names.count < countMax else {
                hasMore = true
                return .stop
            }
            names.append(try ShownName(key: key))
            return .next
        }
        for name in names {
            let place = store.secrets.identifiers.openSenderRoute(name.way)
            let note = try Self.readable { () throws(DomainError) in try store.sentNote(at: place) }
            if var note, note.namedReceiver != nil {
                note.forgetReceiver()
                try store.put(note, at: place)
            }
            try store.delete(name.key, in: .shownNames)
        }
        remaining -= names.count * Self.recordsPerName
        return !hasMore && (names.isEmpty || remaining > 0)
    }

    /// Forgets what the user was told in reply; answers whether nothing is left.
    ///
    /// Replies lie by day, and few days have any.
    private mutating func eraseReplies(in store: StoreTransaction) throws(DomainError) -> Bool {
        var lower = Key()
        while let day = try Self.firstDay(from: lower, in: store) {
            guard remaining > 0 else { return false }
            let range = KeyRange(prefix: .firstReply(ofDay: day, to: user))
            remaining -= try store.deleteAll(range, in: .replies, recordCountMax: remaining)
            guard try store.isEmpty(range, in: .replies) else { return false }
            guard day < .max else { break }
            lower = .firstReply(ofDay: day + 1)
        }
        return true
    }

    /// The first day from a key on that has replies.
    private static func firstDay(
        from lower: Key,
        in store: StoreTransaction
    ) throws(DomainError) -> UInt32? {
        var day: UInt32?
        let range = KeyRange(lower: lower, upper: nil)
        try store.scanKeys(.replies, range, .ascending) { key throws(DomainError) in
            day = try key.number(at: 0, of: .reply)
            return .stop
        }
        return day
    }

    /// An anonymous note keeps every byte that its receiver sees.
    private static func forgetSender(
        at place: Place,
        in store: StoreTransaction
    ) throws(DomainError) {
        let rewritten = try readable { () throws(DomainError) in
            try withoutSender(at: place, in: store)
        }
        guard let rewritten else { return }
        try store.put(rewritten.value, for: .place(place), in: .inbox)
        if let contact = rewritten.contact {
            let key = Key.contactMessage(place.user, contact, place.sequence)
            try store.delete(key, in: .contactMessages)
        }
    }

    /// What becomes of a received note, and the contact that it is no longer listed under.
    private static func withoutSender(
        at place: Place,
        in store: StoreTransaction
    ) throws(DomainError) -> (value: [UInt8], contact: ContactID?)? {
        try store.value(of: .place(place), in: .inbox) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            let fields = try ReceivedNoteFields(note, in: value)
            let rewritten = note.withoutSender(fields, in: value)
            return (rewritten, fields.isAnonymous ? nil : fields.contact)
        }
    }

    /// Makes something of records, or nothing when they are damaged.
    @discardableResult
    private static func readable<Value>(
        _ body: () throws(DomainError) -> Value?
    ) throws(DomainError) -> Value? {
        do throws(DomainError) {
            return try body()
        } catch .dataLoss {
            return nil
        }
    }
}

extension StoreView {
    /// The way to the receiver's record of a note whose sender deleted the own one, as an entry of
    /// the sender's feed keeps it.
    fileprivate func routeOfDeletedNote(at place: Place) throws(DomainError) -> OpaqueID? {
        let entry = try value(of: .place(place), in: .changes) { value throws(DomainError) in
            try ChangeEntry(value)
        }
        guard case .sentDeleted(_, let route) = entry else { return nil }
        return route
    }
}
