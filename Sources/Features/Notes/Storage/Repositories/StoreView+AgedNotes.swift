package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreView {
    /// Looks on from a place for notes of before a moment, in pieces of so many records and finds.
    package func agedNotes(
        before moment: Instant,
        after place: NotePlace?,
        recordCountMax: Int,
        foundCountMax: Int
    ) throws(DomainError) -> AgedNotes {
        var page = RecordPage<NotePlace>(limit: recordCountMax)
        var found: [NotePlace] = []
        let sides = NoteSide.allCases.drop { side in place.map { side != $0.side } ?? false }
        for side in sides where page.next == nil {
            let start = place.flatMap { $0.side == side ? Key.place(Place($0)) : nil }
            // By their keys, for a damaged record would end a scan.
            let range = KeyRange.behind(start)
            expect(in: side.table) { keys(of: side.table, in: range, limit: recordCountMax) }
            try scanKeys(side.table, range, .ascending, atMost: recordCountMax.andOneMore) {
                bytes throws(DomainError) in
                guard let user: UInt64 = try? bytes.number(at: 0, of: side.kind),
                    let sequence: UInt64 = try? bytes.number(at: 8, of: side.kind)
                else { return .next }
                let note = NotePlace(
                    side: side,
                    user: UserNumber(user),
                    sequence: Sequence(sequence)
                )
                return try page.add(note) { () throws(DomainError) in
                    if try isAged(note, before: moment) { found.append(note) }
                    return found.count < foundCountMax ? .next : .last
                }
            }
        }
        return AgedNotes(notes: found, next: page.next)
    }

    /// Whether a note was sent before a moment; of a damaged one nobody can tell.
    private func isAged(_ note: NotePlace, before moment: Instant) throws(DomainError) -> Bool {
        let key = Key.place(Place(note))
        do throws(DomainError) {
            return try value(of: key, in: note.side.table) { value throws(DomainError) in
                switch note.side {
                case .sent: return try SentNote(value).sentAt < moment
                case .received:
                    let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
                    return fields.receivedAt < moment
                }
            } ?? false
        } catch .dataLoss {
            return false
        } catch {
            throw error
        }
    }
}

extension StoreTransaction {
    /// Deletes a note from the view of the person in whose life the place is.
    package func deleteNote(at place: NotePlace) throws(DomainError) -> Bool {
        switch place.side {
        case .sent: try deleteSent(at: Place(place))
        case .received: try deleteReceived(at: Place(place))
        }
    }
}

extension Place {
    fileprivate init(_ note: NotePlace) {
        self.init(note.user, note.sequence)
    }
}

extension NoteSide {
    fileprivate var table: TableID {
        switch self {
        case .sent: .sent
        case .received: .inbox
        }
    }

    fileprivate var kind: RecordKind {
        switch self {
        case .sent: .sent
        case .received: .received
        }
    }
}
