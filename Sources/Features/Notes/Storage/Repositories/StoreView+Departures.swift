internal import AccountStorage
internal import Domain
internal import Records
internal import StorageEngine

// What is shown of people between their removal and the end of the erasure: nothing any more.
//
// Records are rewritten in steps, and until then they tell what they told. Where nobody is being
// erased, which is nearly always, that costs a page one look at an empty table.
extension StoreView {
    /// A received note as it will be when its sender has been erased; nil if there is nothing to
    /// hide, for the sender is not being erased or was never shown.
    func withoutDepartedSender(
        _ note: ReceivedNote,
        in value: RawSpan
    ) throws(DomainError) -> [UInt8]? {
        guard let route = note.route,
            try isRemoved(secrets.identifiers.openSenderRoute(route).user)
        else { return nil }
        let fields = try ReceivedNoteFields(note, in: value)
        return fields.isAnonymous ? nil : note.withoutSender(fields, in: value)
    }

    /// A sent note with nobody's name if its receiver is being erased.
    func withoutDepartedReceiver(_ note: SentNote) throws(DomainError) -> SentNote {
        let route =
            switch note.body {
            case .received(let way): way
            case .kept: note.namedReceiver
            }
        guard let route, try isRemoved(secrets.identifiers.openReceiverRoute(route).user) else {
            return note
        }
        var note = note
        note.forgetReceiver()
        return note
    }

    /// Lends a received note as it may be shown.
    func withShown<Value>(
        _ value: RawSpan,
        _ body: (ReceivedNote, RawSpan) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        let note = try ReceivedNote(value)
        if try isErasing(), let shown = try withoutDepartedSender(note, in: value) {
            return try body(try ReceivedNote(shown.span.bytes), shown.span.bytes)
        }
        return try body(note, value)
    }

    /// A sent note as it may be shown.
    func shown(_ note: SentNote) throws(DomainError) -> SentNote {
        try isErasing() ? withoutDepartedReceiver(note) : note
    }

    /// Whether a note no longer belongs to the history of the contact by which it came.
    func hasDepartedSender(noteReceivedAt place: Place) throws(DomainError) -> Bool {
        try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            try withoutDepartedSender(try ReceivedNote(value), in: value) != nil
        } ?? false
    }
}
