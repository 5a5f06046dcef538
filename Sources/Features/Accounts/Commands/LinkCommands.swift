import CommandLineInterface
import NoteletClient
import PersonCommands

/// The personal link, one's own and that of others.
enum LinkCommands {
    static let link = Command(
        "link",
        summary: Wording("개인 링크를 보거나 바꿉니다", "Show or change the personal link"),
        subcommands: [
            Command(
                "show",
                summary: Wording(
                    "링크와 공유할 때 쓸 문장을 봅니다",
                    "Show the link and a sentence to share it with"
                ),
                run: { context in try write(try await context.notelet.link(), context) }
            ),
            Command(
                "rotate",
                summary: Wording(
                    "새 링크를 만듭니다. 그때부터 이전 링크는 쓸 수 없습니다",
                    "Make a new link; the old one is dead from then on"
                ),
                run: { context in try write(try await context.notelet.rotateLink(), context) }
            ),
            Command(
                "off",
                summary: Wording("새 링크를 만들 때까지 링크를 끕니다", "Take the link away until it is rotated"),
                run: { context in
                    try await context.notelet.switchOffLink()
                    try write(nil, context)
                }
            ),
        ]
    )

    private static let person = Argument<String>(
        Placeholder.person,
        .text(Placeholder.person),
        help: Wording(
            "개인 링크의 토큰이나 전체 URL, 또는 사람의 ID입니다.",
            "A personal link, its token or the whole url; or the id of a person."
        )
    )

    static let find = Command(
        "find",
        summary: Wording("개인 링크나 ID의 주인을 봅니다", "Show who is behind a personal link or an id"),
        discussion: Wording(
            """
            ID는 'find'와 보낸 사람이 보이는 쪽지에서 알 수 있습니다. 링크를 찾는 데는 세션이 필요 없고, ID를 찾는 데는 \
            필요합니다.
            """,
            """
            Ids are learned from 'find' and from notes that show their sender. A link needs no \
            session, an id does.
            """
        ),
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
