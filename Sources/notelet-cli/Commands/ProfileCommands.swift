import CommandLineInterface
import NoteletClient

/// The account's own data.
enum ProfileCommands {
    private enum Senders: String, CaseIterable {
        case anyone
        case signedIn = "signed-in"

        var policy: SenderPolicy { self == .anyone ? .anyone : .signedIn }
    }

    private static let username = Option<String?>.optional(
        "username",
        .text.named("NAME"),
        help: "The new username."
    )
    private static let imageURL = Option<String?>.optional(
        "image-url",
        .text.named("URL"),
        help: "The new picture, an https address; empty takes it away."
    )
    private static let senders = Option<Senders?>.optional(
        "senders",
        .choice("WHO"),
        help: "Who may write through the link: anyone, guests included, or signed-in people."
    )

    static let profile = Command(
        "profile",
        summary: "Show or change the profile",
        subcommands: [
            Command(
                "show",
                summary: "Show the profile",
                run: { context in try write(try await context.notelet.profile(), context) }
            ),
            Command(
                "set",
                summary: "Change what is given and leave the rest",
                options: [username, imageURL, senders],
                run: { context in
                    try context.requireChange(by: [username, imageURL, senders])
                    let user = try await context.notelet.updateProfile(
                        username: context[username],
                        profileImageURL: context[imageURL],
                        senderPolicy: context[senders]?.policy
                    )
                    try write(user, context)
                }
            ),
        ]
    )

    static let password = Command(
        "password",
        summary: "Change the password and end all other sessions",
        discussion: """
            With --password-stdin, the first line of standard input is the current password and \
            the second the new one. In the environment, NOTELET_PASSWORD is the current one and \
            NOTELET_NEW_PASSWORD the new one.
            """,
        options: [PasswordSource.standardInput],
        run: { context in
            let current = try PasswordSource.password(context)
            let new = try PasswordSource.newPassword(
                context,
                environmentName: "NOTELET_NEW_PASSWORD"
            )
            try await context.notelet.changePassword(from: current, to: new)
            try context.write([("changed", .bool(true))]) {
                context.phrase("비밀번호를 바꾸었습니다.\n", "The password is changed.\n")
            }
        }
    )

    private static func write(_ user: User, _ context: CommandContext) throws {
        try context.write([("user", user.json)]) { context.text(of: user) }
    }
}
