import CommandLineInterface
import NoteletClient
import PersonCommands

/// A text that people write about a contact beside its name: how it is given, and how it is shown.
struct ContactText: Sendable {
    /// Gives it to a new contact, or a new one to a contact.
    let option: Option<String?>
    /// What it is called where a contact is shown.
    let label: Wording
    let shown: any (KeyPath<Contact, String> & Sendable)
    let added: any (WritableKeyPath<AddContactRequest, String> & Sendable)
    let changed: any (WritableKeyPath<UpdateContactRequest, String?> & Sendable)

    /// Its name in the contract, which documents give it.
    var name: String { option.parameter.name.replacing("-", with: "_") }

    /// All of them, in the order in which they are shown.
    static let all = [relationship, memo]

    private static let relationship = ContactText(
        option: .text(
            "relationship",
            Placeholder.text,
            help: Wording(
                "나와 어떤 관계인지 50자까지 적습니다.",
                "What the person is to you, at most 50 characters."
            )
        ),
        label: Wording("관계", "Relationship"),
        shown: \.relationship,
        added: \.relationship,
        changed: \.relationship
    )
    private static let memo = ContactText(
        option: .text(
            "memo",
            Placeholder.text,
            help: Wording(
                "기억해 둘 내용을 500자까지 적습니다.",
                "What you want to remember, at most 500 characters."
            )
        ),
        label: Wording("메모", "Memo"),
        shown: \.memo,
        added: \.memo,
        changed: \.memo
    )
}
