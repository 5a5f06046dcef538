internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine
internal import StoreTools

// Notes: one with its receiver and one with its sender, of which either may be lost.
extension Mending {
    /// Makes lost notes deleted ones, wherever something speaks of them.
    func mendNotes(in view: SalvageView) throws(StoreToolError) {
        var gone = LostNotes()
        try mendSent(in: view, &gone)
        try mendReceived(in: view, &gone)
        try gatherToldNotes(in: view, &gone)
        try gatherListedNotes(in: view, &gone)
        try gatherBlocksAndReports(in: view, &gone)
        try addTombstones(for: gone, in: view)
    }

    private func mendSent(
        in view: SalvageView,
        _ gone: inout LostNotes
    ) throws(StoreToolError) {
        let identifiers = secrets.identifiers
        try view.forEach(of: .sent) { key, value throws(DomainError) in
            (try Place(key: key, of: .sent), try SentNote(value))
        } _: { key, entry throws(StoreToolError) in
            try step()
            let (place, note) = entry
            guard case .received(let way) = note.body else { return }
            let receiver = identifiers.openReceiverRoute(way)
            let received = try view.value(of: .place(receiver), in: .inbox) {
                value throws(DomainError) in try ReceivedNote(value)
            }
            guard let received else {
                gone.received.insert(receiver)
                gone.sent[place] = .some(nil)
                return try drop(key, in: .sent, "its content was with its receiver, and is lost")
            }
            let isOwn = received.route == identifiers.sealSenderRoute(place)
            if isOwn, !received.isSenderRecordDeleted { return }
            gone.sent[place] = isOwn ? way : .some(nil)
            try drop(key, in: .sent, "its receiver's record says that it was deleted")
        }
    }

    private func mendReceived(
        in view: SalvageView,
        _ gone: inout LostNotes
    ) throws(StoreToolError) {
        let identifiers = secrets.identifiers
        try view.forEach(of: .inbox) { key, value throws(DomainError) in
            let place = try Place(key: key, of: .received)
            return (place, try ReceivedNote(value), value.withUnsafeBytes { Array($0) })
        } _: { key, entry throws(StoreToolError) in
            try step()
            var (place, note, value) = entry
            guard let route = note.route, !note.isSenderRecordDeleted else { return }
            let sender = identifiers.openSenderRoute(route)
            let way = identifiers.sealReceiverRoute(place)
            let sent = try view.value(of: .place(sender), in: .sent) {
                value throws(DomainError) in try SentNote(value)
            }
            guard let sent else {
                gone.sent[sender] = way
                ReceivedNote.mark(.senderRecordDeleted, in: &value)
                let problem = "its sender's record is lost"
                return try put(value, for: key, in: .inbox, as: .changed, problem)
            }
            if case .received(way) = sent.body { return }
            gone.received.insert(place)
            try drop(key, in: .inbox, "its sender's record says that it was deleted")
        }
    }

    /// Looks for notes of which a feed tells more than that they came.
    private func gatherToldNotes(
        in view: SalvageView,
        _ gone: inout LostNotes
    ) throws(StoreToolError) {
        var feed = ToldNotes(of: .nobody)
        try view.forEach(of: .changes) { key, value throws(DomainError) in
            (UserNumber(try key.number(at: 0, of: .change)), try ChangeEntry(value))
        } _: { _, entry throws(StoreToolError) in
            try step()
            if entry.0 != feed.user {
                try gone.add(feed, in: view)
                feed = ToldNotes(of: entry.0)
            }
            feed.add(entry.1)
        }
        try gone.add(feed, in: view)
    }

    /// Looks for notes that a contact's history lists.
    private func gatherListedNotes(
        in view: SalvageView,
        _ gone: inout LostNotes
    ) throws(StoreToolError) {
        try view.forEach(of: .contactMessages) { key, value throws(DomainError) in
            let place = Place(
                UserNumber(try key.number(at: 0, of: .uniqueEntry)),
                Sequence(try key.number(at: 24, of: .uniqueEntry))
            )
            return (place, MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry)))
        } _: { _, entry throws(StoreToolError) in
            try step()
            let (place, side) = entry
            switch side {
            case .received where try !view.exists(.place(place), in: .inbox):
                gone.received.insert(place)
            case .sent where try !view.exists(.place(place), in: .sent):
                gone.sent[place] = gone.sent[place] ?? .some(nil)
            case .received, .sent, .decoy, nil: return
            }
        }
    }

    private func gatherBlocksAndReports(
        in view: SalvageView,
        _ gone: inout LostNotes
    ) throws(StoreToolError) {
        try view.forEach(of: .blocks) { key, value throws(DomainError) in
            let receiver = UserNumber(try key.number(at: 0, of: .block))
            let place = Place(receiver, Sequence(try key.number(at: 24, of: .block)))
            return (place, try BlockEntry(value))
        } _: { key, entry throws(StoreToolError) in
            let (place, block) = entry
            guard try !view.exists(.place(place), in: .inbox) else { return }
            gone.received.insert(place)
            guard block.disclosure == nil else { return }
            // The note would have told which notes it stops.
            let mended = BlockEntry(blockedAt: block.blockedAt, disclosure: .anonymous)
            let problem = "the note that made it is lost: it stops anonymous notes"
            try put(mended.encoded(), for: key, in: .blocks, as: .changed, problem)
        }
        try view.forEach(of: .reports) { _, value throws(DomainError) in
            let record = try ReportRecord(value)
            return Place(UserNumber(record.receiver), Sequence(record.sequence))
        } _: { _, place throws(StoreToolError) in
            guard try !view.exists(.place(place), in: .inbox),
                try view.exists(.user(place.user), in: .users)
            else { return }
            gone.received.insert(place)
        }
    }

    private func addTombstones(
        for gone: LostNotes,
        in view: SalvageView
    ) throws(StoreToolError) {
        let places = gone.received.union(gone.sent.keys).sorted {
            ($0.user, $0.sequence) < ($1.user, $1.sequence)
        }
        var start = 0
        while start < places.count {
            let user = places[start].user
            let end = places[start...].firstIndex { $0.user != user } ?? places.count
            try addTombstones(for: places[start..<end], of: user, gone, in: view)
            start = end
        }
    }

    private func addTombstones(
        for places: ArraySlice<Place>,
        of user: UserNumber,
        _ gone: LostNotes,
        in view: SalvageView
    ) throws(StoreToolError) {
        var told = ToldNotes(of: user)
        try view.forEachChange(of: user) { _, change in told.add(change) }
        var next = try view.nextSequence(of: user)
        if let last = places.last?.sequence, last >= next { next = last.next }
        let problem = "the note that it tells the deletion of is lost"
        for place in places {
            let note = place.sequence
            if gone.received.contains(place), !told.deletedReceived.contains(note) {
                let key = Key.place(user, next)
                let change = ChangeEntry.receivedDeleted(note)
                tell(.lost, .inbox, .place(place), "records speak of it, and it is not there")
                try put(change.encoded(), for: key, in: .changes, as: .added, problem)
                next = next.next
            }
            if let way = gone.sent[place], !told.deletedSent.contains(note) {
                let key = Key.place(user, next)
                let change = ChangeEntry.sentDeleted(note, receiver: way)
                if try !view.exists(.place(place), in: .sent) {
                    tell(.lost, .sent, .place(place), "records speak of it, and it is not there")
                }
                try put(change.encoded(), for: key, in: .changes, as: .added, problem)
                next = next.next
            }
        }
    }
}

/// Notes that something speaks of, and that are not there.
private struct LostNotes {
    var received: Set<Place> = []
    /// The sealed ways to their receivers' records, where those are there.
    var sent: [Place: OpaqueID?] = [:]

    /// Adds those of which a feed tells, and not that they were deleted.
    mutating func add(_ feed: ToldNotes, in view: SalvageView) throws(StoreToolError) {
        for note in feed.received.subtracting(feed.deletedReceived) {
            let place = Place(feed.user, note)
            if try !view.exists(.place(place), in: .inbox) { received.insert(place) }
        }
        for note in feed.sent.subtracting(feed.deletedSent) {
            let place = Place(feed.user, note)
            if try view.exists(.place(place), in: .sent) { continue }
            sent[place] = sent[place] ?? .some(nil)
        }
    }
}

/// The notes of which a user's feed tells more than that they came.
private struct ToldNotes {
    let user: UserNumber
    private(set) var received: Set<Sequence> = []
    private(set) var sent: Set<Sequence> = []
    private(set) var deletedReceived: Set<Sequence> = []
    private(set) var deletedSent: Set<Sequence> = []

    init(of user: UserNumber) {
        self.user = user
    }

    mutating func add(_ change: ChangeEntry) {
        switch change {
        case .answeredReceived(let note), .receivedChanged(let note): received.insert(note)
        case .answeredSent(let note), .sentChanged(let note): sent.insert(note)
        case .receivedDeleted(let note): deletedReceived.insert(note)
        case .sentDeleted(let note, _): deletedSent.insert(note)
        case .contact, .contactDeleted, .user, .blocked, .unblocked: break
        }
    }
}
