internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine

/// One step of carrying out the order to erase the records of a removed account or guest.
///
/// A step deletes what it has dealt with, so what is left is all the progress there is to know, but
/// for reports, of which the order tells: after a crash the next step finds its place by looking.
/// The order goes last. A damaged record
/// of the other person does not stop it: what cannot be read shows nothing.
struct Erasure {
    private let user: UserNumber
    private var remaining: Int

    /// The most records one sent note takes: its own, the receiver's, the receiver's entry for the
    /// contact, and what the receiver's feed has yet to tell.
    private static let recordsPerSentNote = 4
    /// The most records one received note takes: its own, the sender's, and what the sender's feed
    /// has yet to tell.
    private static let recordsPerReceivedNote = 3

    /// The most records one name takes: what finds it, the note that shows it, and what the feed of
    /// whose note it is has yet to tell.
    private static let recordsPerName = 3
    /// The records of one contact that is erased: its own, and what finds it by its other end.
    private static let recordsPerContact = 2
    /// The most records of one contact of somebody else: its own, what finds it, and two of the
    /// feed.
    private static let recordsPerLink = 4
    /// The records that one told change takes: what was to be told, and the entry of the feed.
    private static let recordsPerChange = 2

    /// Prepares a step that touches at most that many records, though always one note.
    package init(of user: UserNumber, recordCountMax: Int) {
        self.user = user
        remaining = max(recordCountMax, 1)
    }

    /// Carries out the step; answers whether the account has no records any more.
    package mutating func run(in store: StoreTransaction) throws(DomainError) -> Bool {
        for step in ErasureStep.allCases {
            guard try run(step, in: store) else { return false }
        }
        for table in Schema.tables {
            guard case .ownStep(let run) = table.erasure else { continue }
            guard try run(user, &remaining, store) else { return false }
        }
        for table in Schema.tables {
            guard case .withPerson = table.erasure else { continue }
            guard try eraseAll(of: table.id, in: store) else { return false }
        }
        return true
    }

    /// Carries out what reaches the records of others; answers whether all of a step is done.
    private mutating func run(
        _ step: ErasureStep,
        in store: StoreTransaction
    ) throws(DomainError) -> Bool {
        switch step {
        case .reports: try blankReports(in: store)
        case .sentNotes:
            try eraseNotes(.sent, cost: Self.recordsPerSentNote, in: store, eraseSent)
        case .receivedNotes:
            try eraseNotes(.inbox, cost: Self.recordsPerReceivedNote, in: store, eraseReceived)
        case .shownNames: try eraseNames(in: store)
        case .replies: try eraseReplies(in: store)
        case .links: try eraseLinks(in: store)
        case .contacts: try eraseContacts(in: store)
        case .feed: try eraseChanges(in: store)
        case .telling: try tellChanges(in: store)
        }
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
        try store.scanKeys(.changes, .all(of: user), .ascending, atMost: countMax) {
            key throws(DomainError) in
            places.append(Place(user, Sequence(try key.number(at: 8, of: .erasure))))
            return places.count < countMax ? .next : .stop
        }
        store.expect(in: .changes) { places.map { .place($0) } }
        for place in places where remaining > 0 {
            let route = try readable { () throws(DomainError) in
                try store.routeOfDeletedNote(at: place)
            }
            if let route {
                let received = store.secrets.identifiers.openReceiverRoute(route)
                try forgetSender(at: received, in: store)
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
        try store.scanKeys(table, .all(of: user), .ascending, atMost: countMax.andOneMore) {
            key throws(DomainError) in
            guard places.count < countMax else {
                hasMore = true
                return .stop
            }
            places.append(Place(user, Sequence(try key.number(at: 8, of: .erasure))))
            return .next
        }
        store.expect(in: table) { places.map { .place($0) } }
        for place in places { try erase(place, store) }
        remaining -= places.count * cost
        return !hasMore && (places.isEmpty || remaining > 0)
    }

    /// Cuts the way from the receiver's record to here, and takes the name off it if it shows one.
    private func eraseSent(_ place: Place, in store: StoreTransaction) throws(DomainError) {
        let note = try readable { () throws(DomainError) in try store.sentNote(at: place) }
        let identifiers = store.secrets.identifiers
        if case .received(let route) = note?.body {
            try forgetSender(at: identifiers.openReceiverRoute(route), in: store)
        }
        if let note { try store.forgetName(shownBy: note, at: place) }
        try store.delete(.place(place), in: .sent)
    }

    /// Hands content and answer over to the sender's record, if the sender still has it.
    private func eraseReceived(_ place: Place, in store: StoreTransaction) throws(DomainError) {
        let sender = try readable { () throws(DomainError) in try store.handOver(place) }
        if let sender { try remember(sender, in: store) }
        try store.delete(.place(place), in: .inbox)
    }

    /// Takes the name off notes that were kept with their senders; answers whether none is left.
    private mutating func eraseNames(in store: StoreTransaction) throws(DomainError) -> Bool {
        var names: [ShownName] = []
        let countMax = max(remaining / Self.recordsPerName, 1)
        var hasMore = false
        try store.scanKeys(.shownNames, .all(of: user), .ascending, atMost: countMax) {
            key throws(DomainError) in
            guard names.count < countMax else {
                hasMore = true
                return .stop
            }
            names.append(try ShownName(key: key))
            return .next
        }
        store.expect(in: .sent) {
            names.map { .place(store.secrets.identifiers.openSenderRoute($0.way)) }
        }
        for name in names {
            let place = store.secrets.identifiers.openSenderRoute(name.way)
            let note = try readable { () throws(DomainError) in try store.sentNote(at: place) }
            if var note, note.namedReceiver != nil {
                note.forgetReceiver()
                try store.put(note, at: place)
                try remember(place, in: store)
            }
            try store.delete(name.storedKey, in: .shownNames)
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
        try store.scanKeys(.replies, range, .ascending, atMost: 1) { key throws(DomainError) in
            day = try key.number(at: 0, of: .reply)
            return .stop
        }
        return day
    }

    /// An anonymous note keeps every byte that its receiver sees.
    private func forgetSender(
        at place: Place,
        in store: StoreTransaction
    ) throws(DomainError) {
        let rewritten = try readable { () throws(DomainError) in
            try Self.withoutSender(at: place, in: store)
        }
        guard let rewritten else { return }
        try store.put(rewritten.value, for: .place(place), in: .inbox)
        if rewritten.isChanged { try remember(place, in: store) }
        if let contact = rewritten.contact {
            let key = Key.contactMessage(place.user, contact, place.sequence)
            try store.delete(key, in: .contactMessages)
        }
    }

    /// What becomes of a received note, whether its receiver sees a difference, and the contact
    /// that it is no longer listed under.
    private static func withoutSender(
        at place: Place,
        in store: StoreTransaction
    ) throws(DomainError) -> (value: [UInt8], isChanged: Bool, contact: ContactID?)? {
        try store.value(of: .place(place), in: .inbox) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            let fields = try ReceivedNoteFields(note, in: value)
            let rewritten = note.withoutSender(fields, in: value)
            let isShown = !fields.isAnonymous
            return (rewritten, isShown, isShown ? fields.contact : nil)
        }
    }
}

// What operators keep.
extension Erasure {
    /// Takes the user's own words out of reports, of which the reason and the note's copy stay;
    /// answers whether all were looked at.
    private mutating func blankReports(in store: StoreTransaction) throws(DomainError) -> Bool {
        let key = Key.erasure(user)
        var order = ErasureOrder()
        let stored = try store.value(of: key, in: .erasures) { value throws(DomainError) in
            try ErasureOrder(value)
        }
        if let stored { order = stored }
        guard let first = order.nextReport else { return true }
        var last = first - 1
        var blanked: [(number: UInt64, record: ReportRecord)] = []
        let (user, countMax) = (user, remaining)
        var visitedCount = 0
        let range = KeyRange(lower: .report(first), upper: nil)
        try store.scan(.reports, range, .ascending) { key, value throws(DomainError) in
            last = try key.number(at: 0, of: .report)
            visitedCount += 1
            let record = try readable { () throws(DomainError) in
                try ReportRecord.withoutDetail(of: user, value)
            }
            if let record { blanked.append((last, record)) }
            return visitedCount < countMax ? .next : .stop
        }
        for (number, record) in blanked {
            try store.put(record.encoded(), for: .report(number), in: .reports)
        }
        let isDone = visitedCount < countMax || last == .max
        order.nextReport = isDone ? nil : last + 1
        // An account that reported nothing in a store without reports is what most are.
        if !isDone || visitedCount > 0 { try store.put(order.value, for: key, in: .erasures) }
        remaining -= blanked.count
        return isDone
    }
}

// What others are told by their feeds.
extension Erasure {
    /// Remembers that a note shows its other person something else, to be told when all is done.
    private func remember(_ note: Place, in store: StoreTransaction) throws(DomainError) {
        let key = Key.untoldChange(by: user, note)
        try store.put([KeyRow<UntoldChange>.version], for: key, in: .untoldChanges)
    }

    /// Tells the feeds of others what was remembered; answers whether nothing is left.
    ///
    /// Notes that are not there any more, and people who go as well, are passed over.
    private mutating func tellChanges(in store: StoreTransaction) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        var changes: [UntoldChange] = []
        let countMax = max(remaining / Self.recordsPerChange, 1)
        let range = KeyRange.all(of: user)
        try store.scanKeys(.untoldChanges, range, .ascending, atMost: countMax) {
            key throws(DomainError) in
            changes.append(try UntoldChange(key: key, of: .uniqueEntry))
            return changes.count < countMax ? .next : .stop
        }
        for table in [TableID.inbox, .sent] {
            store.expect(in: table) { changes.map { .place($0.note) } }
        }
        for change in changes {
            try tell(change.note, in: store)
            try store.delete(change.storedKey, in: .untoldChanges)
        }
        remaining -= changes.count * Self.recordsPerChange
        return try store.isEmpty(range, in: .untoldChanges)
    }

    /// Tells the feed of whose note it is, unless that one goes as well, or the note has gone.
    private func tell(_ note: Place, in store: StoreTransaction) throws(DomainError) {
        if try store.isRemoved(note.user) { return }
        if try store.contains(.place(note), in: .inbox) {
            try store.append(.receivedChanged(note.sequence), to: note.user)
        } else if try store.contains(.place(note), in: .sent) {
            try store.append(.sentChanged(note.sequence), to: note.user)
        }
    }

    /// Unlinks the contacts of others; answers whether none is left.
    private mutating func eraseLinks(in store: StoreTransaction) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        var links: [LinkedContact] = []
        let countMax = max(remaining / Self.recordsPerLink, 1)
        let range = KeyRange.all(of: user)
        try store.scanKeys(.linkedContacts, range, .ascending, atMost: countMax) {
            key throws(DomainError) in
            links.append(try LinkedContact(key: key, of: .uniqueEntry))
            return links.count < countMax ? .next : .stop
        }
        store.expect(in: .contacts) { links.map { .place($0.contact) } }
        for link in links {
            do throws(DomainError) {
                try store.unlink(link.contact, fromDeparted: user)
            } catch .dataLoss {
                try store.forgetLink(to: user, from: link.contact)
            }
        }
        remaining -= links.count * Self.recordsPerLink
        return try store.isEmpty(range, in: .linkedContacts)
    }

    /// Erases the own contacts with what finds them; answers whether none is left.
    private mutating func eraseContacts(in store: StoreTransaction) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        var places: [Place] = []
        let countMax = max(remaining / Self.recordsPerContact, 1)
        try store.scanKeys(.contacts, .all(of: user), .ascending, atMost: countMax) {
            key throws(DomainError) in
            places.append(Place(user, Sequence(try key.number(at: 8, of: .erasure))))
            return places.count < countMax ? .next : .stop
        }
        store.expect(in: .contacts) { places.map { .place($0) } }
        for place in places {
            let record = try readable { () throws(DomainError) in
                try store.contactRecord(at: place)
            }
            if let linked = record?.linkedUser {
                try store.forgetLink(to: UserNumber(linked), from: place)
            }
            try store.delete(.place(place), in: .contacts)
        }
        remaining -= places.count * Self.recordsPerContact
        return try store.isEmpty(.all(of: user), in: .contacts)
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
