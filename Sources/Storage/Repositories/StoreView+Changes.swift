internal import Domain

extension StoreView: ChangeReading {
    func visitChanges(
        of user: UserNumber,
        after place: Sequence,
        limit: Int,
        _ visit: (borrowing Change) -> PageStep
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool) {
        let entries = try feedEntries(of: user, after: place, limit: limit)
        var last = place
        for (index, entry) in entries.prefix(limit).enumerated() {
            let change = try change(of: user, entry)
            last = entry.sequence
            if visit(change) == .last { return (last, index + 1 < entries.count) }
        }
        return (last, entries.count > limit)
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
            try scanKeys(table.id, range, .ascending) { key throws(DomainError) in
                let sequence = Sequence(try key.number(at: 8, of: .change))
                entries.append(FeedEntry(sequence: sequence, table: table))
                remaining -= 1
                return remaining == 0 ? .stop : .next
            }
        }
        entries.sort { $0.sequence < $1.sequence }
        return Array(entries.prefix(limit + 1))
    }

    private func change(of user: UserNumber, _ entry: FeedEntry) throws(DomainError) -> Change {
        let place = Place(user, entry.sequence)
        let change: Change? =
            switch entry.table {
            case .inbox:
                try value(of: .place(place), in: .inbox) { value throws(DomainError) in
                    .received(value.copy(try ReceivedNote(value).base))
                }
            case .sent:
                try sentNote(at: place).map { note throws(DomainError) in
                    .sent(try encode(note, at: place, .base))
                }
            case .changes:
                try value(of: .place(place), in: .changes) { value throws(DomainError) in
                    try self.change(of: user, try ChangeEntry(value))
                }
            }
        guard let change else { throw RecordKind.change.damaged }
        return change
    }

    private func change(of user: UserNumber, _ entry: ChangeEntry) throws(DomainError) -> Change {
        let identifiers = secrets.identifiers
        switch entry {
        case .answeredReceived(let sequence):
            let place = Place(user, sequence)
            guard let answer = try receivedMessage(at: place)?.answer else { break }
            return .answered(identifiers.receivedID(place), answer)
        case .answeredSent(let sequence):
            let place = Place(user, sequence)
            guard let answer = try sentMessage(at: place)?.answer else { break }
            return .answered(identifiers.sentID(place), answer)
        case .contact(let sequence):
            guard let contact = try contact(at: Place(user, sequence)) else { break }
            return .contact(contact)
        case .contactDeleted(let id):
            return .contactDeleted(id)
        case .user:
            guard let user = try self.user(user) else { break }
            return .user(user)
        }
        throw RecordKind.change.damaged
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
