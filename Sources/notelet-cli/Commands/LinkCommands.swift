import CommandLineInterface
import NoteletClient

/// The personal link, one's own and that of others.
enum LinkCommands {
    private static let address = Argument<String>(
        "LINK",
        .text.named("LINK"),
        help: "A personal link: its token, or the whole url."
    )

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

    static let find = Command(
        "find",
        summary: "Show who is behind a personal link",
        arguments: [address],
        run: { context in
            let profile = try await context.notelet.findPerson(byLink: context[address])
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
