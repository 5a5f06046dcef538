import CommandLineInterface
import NoteletClient
import PersonCommands

extension Contact {
    /// How contacts are shown.
    static let form = RowForm<Contact>(
        "contacts",
        "contact",
        none: Wording(
            "등록된 연락처가 없습니다\n연락처를 추가하여 쪽지를 보내보세요",
            "You have no contacts yet\nAdd a contact to send a note"
        ),
        fields: [
            .id("id", \.id), .text("name", \.name),
        ]
            + ContactText.all.map { text in
                RowField(text.name) { .nonempty($0[keyPath: text.shown]) }
            } + [
                .moment("registered_at", \.registeredAt), .moment("deletable_at", \.deletableAt),
                RowField("remaining_lock_days") { .number(Int64($0.remainingLockDays)) },
                RowField("is_linked") { .bool($0.isLinked) },
            ],
        columns: [
            .id(\.id), .text(Wording("이름", "NAME"), \.name),
            .text(Wording("관계", "RELATIONSHIP"), \.relationship),
            .wording(Wording("연결", "LINKED"), fitting: .wholeOrOmitted, \.linkText),
            .wording(Wording("삭제", "DELETION"), fitting: .wholeOrOmitted, \.lockText),
        ]
    )

    /// The contact for a program.
    var json: JSON { Self.form.json(self) }

    /// Whether notes can be sent to the person.
    fileprivate var linkText: Wording { .yesOrNo(isLinked) }

    /// How soon the contact can be deleted.
    private var lockText: Wording {
        let days = remainingLockDays
        if days <= 0 { return Wording("삭제 가능", "deletable") }
        return Wording("\(days)일 후 삭제 가능", "deletable in \(days) day\(days == 1 ? "" : "s")")
    }
}

extension CommandContext {
    /// A contact, a line for each fact.
    func text(of contact: Contact) -> String {
        let texts = ContactText.all.map { text in
            (self.text(of: text.label), contact[keyPath: text.shown])
        }
        let facts = [
            (phrase("연결", "Linked"), text(of: contact.linkText)),
            ("ID", identifierText(contact.id)),
        ]
        return lines([(phrase("이름", "Name"), contact.name)] + texts + facts)
    }
}
