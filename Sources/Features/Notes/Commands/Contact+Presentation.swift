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
        let texts: [JSON.Member] = ContactText.all.map { text in
            (text.name, .nonempty(self[keyPath: text.shown]))
        }
        let facts: [JSON.Member] = [
            ("registered_at", registeredAt.json),
            ("deletable_at", deletableAt.json),
            ("remaining_lock_days", .number(Int64(remainingLockDays))),
            ("is_linked", .bool(isLinked)),
        ]
        return .object([("id", identifier(id)), ("name", .string(name))] + texts + facts)
    }
}

extension CommandContext {
    /// A contact, a line for each fact.
    func text(of contact: Contact) -> String {
        let texts = ContactText.all.map { text in
            (phrase(text.label), contact[keyPath: text.shown])
        }
        let facts = [
            (phrase("연결", "Linked"), contact.isLinked ? phrase("예", "yes") : phrase("아니요", "no")),
            ("ID", identifierText(contact.id)),
        ]
        return lines([(phrase("이름", "Name"), contact.name)] + texts + facts)
    }

    /// How soon a contact can be deleted.
    func lockText(of contact: Contact) -> String {
        let days = contact.remainingLockDays
        if days <= 0 { return phrase("삭제 가능", "deletable") }
        return phrase("\(days)일 후 삭제 가능", "deletable in \(days) day\(days == 1 ? "" : "s")")
    }
}
