internal import AccountStorage
internal import Domain
internal import Locking
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine

extension RecordStore {
    /// Deletes the notes of which an archive gave back nothing but their places.
    ///
    /// - Throws: Why they cannot be deleted; some of them may be then.
    package func deleteBlankNotes() throws(StoreOpenError) {
        for table in [TableID.inbox, .sent] {
            var last: Place?
            var isDone = false
            while !isDone {
                let page = try blankNotes(of: table, after: last)
                try writeAndWait { store throws(DomainError) in
                    for place in page.places { try store.deleteBlankNote(at: place, of: table) }
                }
                last = page.places.last
                isDone = page.isLast
            }
        }
    }

    /// Notes that one transaction deletes.
    private static let pageSize = 100

    private func blankNotes(
        of table: TableID,
        after last: Place?
    ) throws(StoreOpenError) -> (places: [Place], isLast: Bool) {
        var places: [Place] = []
        do throws(DomainError) {
            try engine.read { records throws(DomainError) in
                let view = StoreView(records, secrets)
                let range = KeyRange.behind(last.map { Key.place($0) })
                try view.scanKeys(table, range, .ascending) { key throws(DomainError) in
                    let place = try key.place(at: 0, of: .received)
                    if try view.isBlank(place, in: table) { places.append(place) }
                    return places.count < Self.pageSize ? .next : .stop
                }
            }
        } catch {
            throw .damaged
        }
        return (places, places.count < Self.pageSize)
    }
}

extension StoreView {
    /// Whether nothing but its place is left of a note; of a damaged one nobody can tell.
    fileprivate func isBlank(_ place: Place, in table: TableID) throws(DomainError) -> Bool {
        do throws(DomainError) {
            return try value(of: .place(place), in: table) { value throws(DomainError) in
                if table == .inbox { return try ReceivedNote(value).isBlank }
                return try SentNote(value).isBlank
            } ?? false
        } catch .dataLoss {
            return false
        }
    }
}

extension StoreTransaction {
    /// Deletes both records of a note whose texts were blanked, as both people had done.
    ///
    /// Those of somebody who is being erased the erasure deletes.
    fileprivate func deleteBlankNote(at place: Place, of table: TableID) throws(DomainError) {
        if try isRemoved(place.user) { return }
        if table == .inbox {
            let sender =
                try value(of: .place(place), in: .inbox) { value throws(DomainError) in
                    try ReceivedNote(value).route.map(secrets.identifiers.openSenderRoute)
                } ?? nil
            guard try deleteReceived(at: place), let sender else { return }
            _ = try deleteSent(at: sender)
        } else {
            guard var note = try sentNote(at: place) else { return }
            if case .received(let route) = note.body {
                let receiver = secrets.identifiers.openReceiverRoute(route)
                if try !deleteReceived(at: receiver) {
                    note.keep(Content(stored: BlankText.text), nil, from: nil)
                    try put(note, at: place)
                }
            }
            _ = try deleteSent(at: place)
        }
    }
}
