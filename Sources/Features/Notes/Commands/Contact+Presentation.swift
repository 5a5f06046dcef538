import CommandLineInterface
import NoteletClient
import PersonCommands

extension Contact {
    /// What programs call contacts.
    static let kind = RowKind(
        listName: "contacts",
        recordName: "contact",
        like: Contact().json
    )

    var json: JSON {
        .object([
            ("id", identifier(id)),
            ("name", .string(name)),
            ("relationship", .nonempty(relationship)),
            ("memo", .nonempty(memo)),
            ("registered_at", registeredAt.json),
            ("deletable_at", deletableAt.json),
            ("remaining_lock_days", .number(Int64(remainingLockDays))),
            ("is_linked", .bool(isLinked)),
        ])
    }
}

extension CommandContext {
    /// A contact, a line for each fact.
    func text(of contact: Contact) -> String {
        lines([
            (phrase("이름", "Name"), contact.name),
            (phrase("관계", "Relationship"), contact.relationship),
            (phrase("메모", "Memo"), contact.memo),
            (phrase("연결", "Linked"), contact.isLinked ? phrase("예", "yes") : phrase("아니요", "no")),
            ("ID", identifierText(contact.id)),
        ])
    }

    /// How soon a contact can be deleted.
    func lockText(of contact: Contact) -> String {
        let days = contact.remainingLockDays
        if days <= 0 { return phrase("삭제 가능", "deletable") }
        return phrase("\(days)일 후 삭제 가능", "deletable in \(days) day\(days == 1 ? "" : "s")")
    }
}
