import CommandLineInterface
import NoteletClient

/// The personal link, one's own and that of others.
enum LinkCommands {
    static let link = Command(
        "link",
        summary: "Show or change the personal link",
        subcommands: [
            Command(
                "show",
                summary: "Show the link and a sentence to share it with",
                run: { context in try write(try await context.notelet.link(), context) }
            ),
            Command(
                "rotate",
                summary: "Make a new link; the old one is dead from then on",
                run: { context in try write(try await context.notelet.rotateLink(), context) }
            ),
            Command(
                "off",
                summary: "Take the link away until it is rotated",
                run: { context in
                    try await context.notelet.switchOffLink()
                    try write(nil, context)
                }
            ),
        ]
    )

    private static let person = Argument<String>(
        "PERSON",
        .text.named("PERSON"),
        help: "A personal link, its token or the whole url; or the id of a person."
    )

    static let find = Command(
        "find",
        summary: "Show who is behind a personal link or an id",
        discussion: """
            Ids are learned from 'find' and from notes that show their sender. A link needs no \
            session, an id does.
            """,
        arguments: [person],
        run: { context in
            let profile =
                if let id = UserID(context[person]) {
                    try await context.notelet.findPerson(id)
                } else {
                    try await context.notelet.findPerson(byLink: context[person])
                }
            try context.write([("profile", profile.json)]) { context.text(of: profile) }
        }
    )

    private static func write(_ link: PersonalLink?, _ context: CommandContext) throws {
        try context.write([("personal_link", link?.json ?? .null)]) {
            guard let link else {
                return context.phrase("링크가 꺼져 있습니다.\n", "The link is switched off.\n")
            }
            let url = context.style.apply(.cyan, to: link.url.terminalSafe)
            return "\(url)\n\(link.shareableText.terminalSafe)\n"
        }
    }
}
