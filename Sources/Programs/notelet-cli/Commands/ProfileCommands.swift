import CommandLineInterface
import NoteletClient

/// The account's own data.
enum ProfileCommands {
    private enum Senders: String, CaseIterable {
        case anyone
        case signedIn = "signed-in"

        var policy: SenderPolicy { self == .anyone ? .anyone : .signedIn }
    }

    private enum Times: String, CaseIterable {
        case minute
        case day
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
    private static let times = Option<Times?>.optional(
        "times",
        .choice("GRAIN"),
        help: "What anonymous notes that come from now on show of their time: the minute, or the "
            + "day alone."
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
                options: [username, imageURL, senders, times],
                run: { context in
                    try context.requireChange(by: [username, imageURL, senders, times])
                    let user = try await context.notelet.updateProfile(
                        username: context[username],
                        profileImageURL: context[imageURL],
                        senderPolicy: context[senders]?.policy,
                        coarseTimes: context[times].map { $0 == .day }
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
            // Whoever sits at a terminal learns of a slip before a new one is thought up.
            if PasswordSource.isAsked(context) { try await context.check(password: current) }
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

    private static let newEmail = Argument<String>(
        "ADDRESS",
        .text.named("ADDRESS"),
        help: "The new e-mail address."
    )

    static let email = Command(
        "email",
        summary: "Change the e-mail address and end all other sessions",
        options: [PasswordSource.standardInput],
        arguments: [newEmail],
        run: { context in
            let user = try await context.notelet.changeEmail(
                to: context[newEmail],
                password: try PasswordSource.password(context)
            )
            try write(user, context)
        }
    )

    static let resetPassword = Command(
        "reset-password",
        summary: "Set a new password by a code that the operator gave you",
        discussion: """
            The code can be used once, and ends all sessions. With --password-stdin, the first \
            line of standard input is the code and the second the new password. In the \
            environment, NOTELET_RESET_CODE is the code and NOTELET_NEW_PASSWORD the new password.
            """,
        options: [PasswordSource.standardInput],
        run: { context in
            let code = try PasswordSource.resetCode(context)
            let new = try PasswordSource.newPassword(
                context,
                environmentName: "NOTELET_NEW_PASSWORD"
            )
            try await context.notelet.resetPassword(code: code, to: new)
            try context.write([("changed", .bool(true))]) {
                context.phrase(
                    "새 비밀번호를 정했습니다. 이제 로그인하시기 바랍니다.\n",
                    "The new password is set. Log in with it now.\n"
                )
            }
        }
    )

    private static func write(_ user: User, _ context: CommandContext) throws {
        try context.write([("user", user.json)]) { context.text(of: user) }
    }
}
