import CommandLineInterface
import NoteletClient
import PersonCommands

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
        .text(Placeholder.name),
        help: Wording("새 사용자 이름입니다.", "The new username.")
    )
    private static let imageURL = Option<String?>.optional(
        "image-url",
        .text(Wording("URL", "URL")),
        help: Wording(
            "새 사진의 https 주소입니다. 비우면 사진을 없앱니다.",
            "The new picture, an https address; empty takes it away."
        )
    )
    private static let senders = Option<Senders?>.optional(
        "senders",
        .choice(Wording("대상", "WHO")),
        help: Wording(
            "링크로 쪽지를 보낼 수 있는 사람입니다. anyone은 손님을 포함한 누구나, signed-in은 로그인한 사람입니다.",
            "Who may write through the link: anyone, guests included, or signed-in people."
        )
    )
    private static let times = Option<Times?>.optional(
        "times",
        .choice(Wording("단위", "GRAIN")),
        help: Wording(
            "앞으로 오는 익명 쪽지의 시각을 어디까지 보일지 정합니다. minute는 분까지, day는 날짜만입니다.",
            "What anonymous notes that come from now on show of their time: the minute, or the "
                + "day alone."
        )
    )

    static let profile = Command(
        "profile",
        summary: Wording("프로필을 보거나 바꿉니다", "Show or change the profile"),
        subcommands: [
            Command(
                "show",
                summary: Wording("프로필을 봅니다", "Show the profile"),
                run: { context in try write(try await context.notelet.profile(), context) }
            ),
            Command(
                "set",
                summary: Wording("지정한 것만 바꿉니다", "Change what is given and leave the rest"),
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
        summary: Wording(
            "비밀번호를 바꾸고 다른 모든 세션을 끝냅니다",
            "Change the password and end all other sessions"
        ),
        discussion: Wording(
            """
            --password-stdin을 쓰면 표준 입력의 첫 줄이 현재 비밀번호이고 둘째 줄이 새 비밀번호입니다. 환경 변수에서는 \
            NOTELET_PASSWORD가 현재 비밀번호이고 NOTELET_NEW_PASSWORD가 새 비밀번호입니다.
            """,
            """
            With --password-stdin, the first line of standard input is the current password and \
            the second the new one. In the environment, NOTELET_PASSWORD is the current one and \
            NOTELET_NEW_PASSWORD the new one.
            """
        ),
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
        Placeholder.address,
        .text(Placeholder.address),
        help: Wording("새 이메일 주소입니다.", "The new e-mail address.")
    )

    static let email = Command(
        "email",
        summary: Wording(
            "이메일 주소를 바꾸고 다른 모든 세션을 끝냅니다",
            "Change the e-mail address and end all other sessions"
        ),
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
        summary: Wording(
            "운영자에게 받은 코드로 새 비밀번호를 정합니다",
            "Set a new password by a code that the operator gave you"
        ),
        discussion: Wording(
            """
            코드는 한 번만 쓸 수 있으며, 쓰면 모든 세션이 끝납니다. --password-stdin을 쓰면 표준 입력의 첫 줄이 코드이고 \
            둘째 줄이 새 비밀번호입니다. 환경 변수에서는 NOTELET_RESET_CODE가 코드이고 NOTELET_NEW_PASSWORD가 새 \
            비밀번호입니다.
            """,
            """
            The code can be used once, and ends all sessions. With --password-stdin, the first \
            line of standard input is the code and the second the new password. In the \
            environment, NOTELET_RESET_CODE is the code and NOTELET_NEW_PASSWORD the new password.
            """
        ),
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
