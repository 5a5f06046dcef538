import CommandLineInterface
import NoteletClient
import PersonCommands

/// The people one keeps.
enum ContactCommands {
    private static let reference = Argument<ContactReference>(
        Placeholder.contact,
        .contact,
        help: Wording(
            "연락처의 이름이나 ID, 또는 ID의 앞부분입니다.",
            "The name of a contact, its id, or the beginning of the id."
        )
    )
    private static let newName = Argument.text(
        Placeholder.name,
        help: Wording(
            "1자에서 50자까지이며, 다른 연락처와 같은 이름은 쓸 수 없습니다.",
            "1 to 50 characters, not the name of another contact."
        )
    )
    private static let name = Option.text(
        "name",
        Placeholder.name,
        help: Wording("새 이름입니다.", "The new name.")
    )
    private static let texts = ContactText.all.map(\.option)
    private static let link = Option.text(
        "link",
        Placeholder.link,
        help: Wording(
            "쪽지를 보낼 수 있도록 연결할 그 사람의 개인 링크입니다. 비우면 아무와도 연결하지 않습니다.",
            "The person's personal link, so that notes can be sent; empty links to nobody."
        )
    )

    static let contacts = Command(
        "contacts",
        summary: Wording("연락처를 보거나 바꿉니다", "Show and change contacts"),
        subcommands: [list, add, set, remove, limit]
    )

    private static let list = Command(
        "list",
        summary: Wording("모든 연락처를 봅니다", "Show all contacts"),
        options: [GlobalOptions.format],
        run: { context in
            let pageSize = ObjectReference.pageSize
            let contacts = try await context.notelet.contacts(pageSize: pageSize).rows()
            if contacts.isEmpty, case .guest? = try await context.notelet.currentUser() {
                return try context.write([], of: Contact.form.kind) { textForGuest(context) }
            }
            try context.write(contacts, as: Contact.form)
        }
    )

    private static let add = Command(
        "add",
        summary: Wording("연락처를 추가합니다", "Add a contact"),
        options: texts + [link],
        arguments: [newName],
        run: { context in
            var request = AddContactRequest(name: context[newName], link: context[link] ?? "")
            for text in ContactText.all {
                request[keyPath: text.added] = context[text.option] ?? ""
            }
            let contact = try await context.notelet.addContact(request)
            try context.write([("contact", contact.json)]) { context.text(of: contact) }
        }
    )

    private static let set = Command(
        "set",
        summary: Wording(
            "연락처에서 지정한 것만 바꿉니다",
            "Change what is given of a contact and leave the rest"
        ),
        options: [name] + texts + [link],
        arguments: [reference],
        run: { context in
            try context.requireChange(by: [name] + texts + [link])
            var request = UpdateContactRequest(
                id: try await context[reference].id(in: context),
                name: context[name],
                link: context[link]
            )
            for text in ContactText.all { request[keyPath: text.changed] = context[text.option] }
            let contact = try await context.notelet.updateContact(request)
            try context.write([("contact", contact.json)]) { context.text(of: contact) }
        }
    )

    private static let remove = Command(
        "remove",
        summary: Wording(
            "연락처를 삭제합니다. 추가하고 3일이 지나야 합니다",
            "Delete a contact, three days after it was added at the earliest"
        ),
        arguments: [reference],
        run: { context in
            let id = try await context[reference].id(in: context)
            try await context.notelet.deleteContact(id)
            let document = [("deleted_contact_id", identifier(id))]
            try context.write(document, "연락처를 삭제했습니다.", "The contact is deleted.")
        }
    )

    private static let limit = Command(
        "limit",
        summary: Wording(
            "연락처가 몇 개이고 몇 개까지 둘 수 있는지 봅니다",
            "Show how many contacts you have and may have"
        ),
        run: { context in
            let limit = try await context.notelet.contactLimit()
            let document: [JSON.Member] = [
                ("current_count", .number(Int64(limit.currentCount))),
                ("max_contacts", limit.maxContacts.map { .number(Int64($0)) } ?? .null),
                ("remaining_slots", limit.remainingSlots.map { .number(Int64($0)) } ?? .null),
                ("can_add", .bool(limit.canAdd)),
            ]
            try context.write(document) {
                let most = limit.maxContacts.map(String.init)
                return "\(limit.currentCount) / \(most ?? context.phrase("무제한", "unlimited"))\n"
            }
        }
    )

    private static func textForGuest(_ context: CommandContext) -> String {
        context.phrase(
            "손님은 연락처를 등록할 수 없습니다. 쪽지는 'notelet-cli send --link'로 보낼 수 있습니다.\n",
            "A guest has no contacts; 'notelet-cli send --link' sends a note to a link.\n"
        )
    }
}
