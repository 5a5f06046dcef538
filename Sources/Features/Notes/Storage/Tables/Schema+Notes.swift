package import Records

extension Schema {
    /// What is kept of contacts and notes.
    package static let ofNotes = StoredFeature(
        [
            counters, contacts, contactNames, inbox, sent, contactMessages, changes, blocks,
            reports, shownNames, unwantedWords, held, linkedContacts, untoldChanges,
        ],
        cache: TransactionCaches.Place<NoteCache>.notes
    ) {
        NoteCache()
    }
}
