internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreView: ChangeReading {
    package func visitChanges(
        of user: UserNumber,
        after place: Sequence,
        limit: Int,
        _ visit: (borrowing Change) -> PageStep
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool) {
        let entries = try feedEntries(of: user, after: place, limit: limit)
        announce(entries, of: user)
        var last = place
        for (index, entry) in entries.prefix(limit).enumerated() {
            last = entry.sequence
            let key = Key.place(Place(user, entry.sequence))
            let change = try soundOnly(key, in: entry.table.id) { () throws(DomainError) in
                try self.change(of: user, entry)
            }
            guard let change = change ?? nil else { continue }
            if visit(change) == .last { return (last, index + 1 < entries.count) }
        }
        return (last, entries.count > limit)
    }

    /// Announces what is read for entries of a feed: what is at their places, and where that leads.
    private func announce(_ entries: [FeedEntry], of user: UserNumber) {
        func keys(of table: FeedTable) -> [Key] {
            entries.filter { $0.table == table }.map { .place(user, $0.sequence) }
        }
        for table in [FeedTable.inbox, .sent, .changes] {
            expect(in: table.id) { keys(of: table) }
        }
        for table in [TableID.inbox, .sent, .contacts, .users, .blocks] {
            expect(in: table) {
                keys(of: .changes).compactMap { keyRead(forChangeAt: $0, of: user, in: table) }
            }
        }
        expect(in: .inbox) {
            let changed = keys(of: .changes).compactMap { key in
                keyRead(forChangeAt: key, of: user, in: .sent)
            }
            return (keys(of: .sent) + changed).compactMap { receivedKey(ofNoteSentAt: $0) }
        }
    }

    /// The record of a table that is read for an entry; nil if there is none.
    private func keyRead(
        forChangeAt key: Key,
        of user: UserNumber,
        in table: TableID
    ) -> Key? {
        let found: Key?? = try? value(of: key, in: .changes) { value in
            guard let entry = try? ChangeEntry(value) else { return nil as Key? }
            switch (entry, table) {
            case (.answeredReceived(let sequence), .inbox),
                (.receivedChanged(let sequence), .inbox),
                (.answeredSent(let sequence), .sent), (.sentChanged(let sequence), .sent),
                (.contact(let sequence), .contacts):
                return .place(user, sequence)
            case (.user, .users): return .user(user)
            case (.blocked(let sequence, let pseudonym), .blocks):
                return .block(by: user, pseudonym, sequence)
            default: return nil
            }
        }
        return found ?? nil
    }

    /// The next entries of a feed and, if there is one, the first behind them.
    ///
    /// The feed is three tables read as one, since a note is an entry by being there. Each place
    /// occurs in one of them only.
    private func feedEntries(
        of user: UserNumber,
        after place: Sequence,
        limit: Int
    ) throws(DomainError) -> [FeedEntry] {
        var entries: [FeedEntry] = []
        for table in [FeedTable.inbox, .sent, .changes] {
            var remaining = limit + 1
            let range = KeyRange.after(place, of: user)
            try scanKeys(table.id, range, .ascending, atMost: limit.andOneMore) {
                key throws(DomainError) in
                let sequence = Sequence(try key.number(at: 8, of: .change))
                entries.append(FeedEntry(sequence: sequence, table: table))
                remaining -= 1
                return remaining == 0 ? .stop : .next
            }
        }
        entries.sort { $0.sequence < $1.sequence }
        return Array(entries.prefix(limit + 1))
    }

    /// What a place tells; nil for what a later place takes back.
    private func change(of user: UserNumber, _ entry: FeedEntry) throws(DomainError) -> Change? {
        let place = Place(user, entry.sequence)
        let change: Change?? =
            switch entry.table {
            case .inbox:
                try value(of: .place(place), in: .inbox) { value throws(DomainError) in
                    try withShown(value) { note, value throws(DomainError) in
                        .received(try encode(note, in: value, .base))
                    }
                }
            case .sent:
                try sentNote(at: place).map { note throws(DomainError) in
                    .sent(try encode(try shown(note), at: place, .base))
                }
            case .changes:
                try value(of: .place(place), in: .changes) { value throws(DomainError) in
                    try self.change(of: user, try ChangeEntry(value))
                }
            }
        guard let change else { throw RecordKind.change.damaged }
        return change
    }

    /// What an entry tells; nil for what was taken back since, as a later entry says: the answer of
    /// a note that is deleted, a note that had changed, a block.
    private func change(of user: UserNumber, _ entry: ChangeEntry) throws(DomainError) -> Change? {
        let identifiers = secrets.identifiers
        switch entry {
        case .answeredReceived(let sequence):
            let place = Place(user, sequence)
            guard let note = try receivedMessage(at: place) else { return nil }
            guard let answer = note.answer else { break }
            return .answered(note.id, answer)
        case .answeredSent(let sequence):
            let place = Place(user, sequence)
            guard let note = try sentMessage(at: place) else { return nil }
            guard let answer = note.answer else { break }
            return .answered(note.id, answer)
        case .contact(let sequence):
            guard let contact = try contact(at: Place(user, sequence)) else { break }
            return .contact(contact)
        case .contactDeleted(let id):
            return .contactDeleted(id)
        case .user:
            guard let user = try self.user(user) else { break }
            return .user(user)
        case .receivedDeleted(let sequence):
            return .messageDeleted(identifiers.receivedID(Place(user, sequence)))
        case .sentDeleted(let sequence, _):
            return .messageDeleted(identifiers.sentID(Place(user, sequence)))
        case .receivedChanged, .sentChanged, .blocked, .unblocked:
            return try changeOfShownThings(of: user, entry)
        }
        throw RecordKind.change.damaged
    }
}

extension StoreView {
    /// What an entry tells of a note that was there before, or of a block.
    private func changeOfShownThings(
        of user: UserNumber,
        _ entry: ChangeEntry
    ) throws(DomainError) -> Change? {
        switch entry {
        case .receivedChanged(let sequence):
            let place = Place(user, sequence)
            guard try contains(.place(place), in: .inbox) else { return nil }
            return .messageChanged(try encodedReceivedSide(at: place))
        case .sentChanged(let sequence):
            let place = Place(user, sequence)
            guard try contains(.place(place), in: .sent) else { return nil }
            return .messageChanged(try encodedSentSide(at: place))
        case .blocked(let sequence, let pseudonym):
            let key = Key.block(by: user, pseudonym, sequence)
            let entry = try value(of: key, in: .blocks) { value throws(DomainError) in
                try BlockEntry(value)
            }
            let message = secrets.identifiers.receivedID(Place(user, sequence))
            return entry.map { .blocked(Block(message: message, blockedAt: $0.blockedAt)) }
        case .unblocked(let sequence):
            return .unblocked(secrets.identifiers.receivedID(Place(user, sequence)))
        case .answeredReceived, .answeredSent, .contact, .contactDeleted, .user, .receivedDeleted,
            .sentDeleted:
            return nil
        }
    }
}

/// A place of a feed, and the table that holds what is there.
private struct FeedEntry {
    let sequence: Sequence
    let table: FeedTable
}

private enum FeedTable {
    case inbox
    case sent
    case changes

    var id: TableID {
        switch self {
        case .inbox: .inbox
        case .sent: .sent
        case .changes: .changes
        }
    }
}
