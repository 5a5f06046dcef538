internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreView {
    /// Visits what can be counted of one kind, at most so many records behind a place.
    package func visitFacts(
        _ kind: FactKind,
        after place: FactPlace?,
        limit: Int,
        _ visit: (Fact) -> Void
    ) throws(DomainError) -> FactPlace? {
        var page = RecordPage<FactPlace>(limit: limit)
        var range = KeyRange.all
        if let place {
            guard let last = Key(bytes: place.bytes.span.bytes),
                last.byteCount < Key.byteCountMax
            else { throw .refused(.invalidCursor) }
            // The next key that there could be.
            range.lower = last
            range.lower.append(0 as UInt8)
        }
        try scanSound(kind.table, range, .ascending) { key, value throws(DomainError) in
            let place = FactPlace(key.withUnsafeBytes { [UInt8]($0) })
            return try page.add(place) { () throws(DomainError) in
                if let fact = try kind.fact(in: value) { visit(fact) }
                if kind == .notes, let moment = try SentNote(value).filteredAt {
                    visit(.filteredNote(moment))
                }
                return .next
            }
        }
        return page.next
    }
}

extension SentNote {
    /// When it was sent, if it did not arrive for a word in it.
    fileprivate var filteredAt: Instant? { isFiltered ? sentAt : nil }
}

extension FactKind {
    fileprivate var table: TableID {
        switch self {
        case .accounts: .users
        case .notes: .sent
        case .answers: .inbox
        case .blocks: .blocks
        case .reports: .reports
        }
    }

    /// What a record of the table says; nil for a note without an answer.
    fileprivate func fact(in value: RawSpan) throws(DomainError) -> Fact? {
        switch self {
        case .accounts:
            return .account(Instant(milliseconds: try UserRecord(value).createdAt))
        case .notes:
            let note = try SentNote(value)
            return .note(note.sentAt, note.contact == nil ? .link : .contact)
        case .answers:
            let note = try ReceivedNote(value)
            guard note.isAnswered else { return nil }
            let fields = try ReceivedNoteFields(note, in: value)
            return fields.answer.map { .answer($0.answeredAt) }
        case .blocks:
            return .block(Instant(milliseconds: try value.number(at: 0, of: .block)))
        case .reports:
            return .report(Instant(milliseconds: try ReportRecord(value).reportedAt))
        }
    }
}
