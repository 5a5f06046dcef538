internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine

// Contacts; which notes belong to them, and what finds them, is checked by their declarations.
extension PersonCheck {
    func checkContacts() throws(StorageError) {
        try forEach(of: Schema.contacts) { key, row throws(StorageError) in
            let record = row.record
            let isLegal =
                (try? ContactName(record.name)) != nil
                && record.details.areLegal
                && record.linkedUser != user.rawValue
            check.require(isLegal, .contacts, key, "a field is beyond its limits")
            let change = Sequence(record.changeSequence)
            try checkFeedEntry(change, .contact(row.key.sequence), of: .contacts, key)
        }
    }
}
