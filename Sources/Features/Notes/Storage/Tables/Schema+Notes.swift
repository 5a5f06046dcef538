package import Records

extension Schema {
    /// The tables of contacts and notes.
    package static let ofNotes: [any TableDeclaration] = [
        counters, contacts, contactNames, inbox, sent, contactMessages, changes, blocks, reports,
        shownNames, unwantedWords, held, linkedContacts, untoldChanges,
    ]
}
