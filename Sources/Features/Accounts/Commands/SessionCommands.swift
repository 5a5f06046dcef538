import CommandLineInterface
import NoteletClient
import PersonCommands

/// Signing up, in and out, and asking who one is.
enum SessionCommands {
    private static let username = Option<String>.required(
        "username",
        .text(Placeholder.name),
        help: Wording(
            "문자, 숫자, '_', '-', '.'으로 된 2자에서 30자까지의 이름입니다.",
            "2 to 30 letters, digits, '_', '-' or '.'."
        )
    )
    private static let email = Option<String>.required(
        "email",
        .text(Placeholder.address),
        help: Wording("계정의 이메일 주소입니다.", "The e-mail address of the account.")
    )
    private static let emailOfAccount = Option<String?>.optional(
        "email",
        .text(Placeholder.address),
        help: Wording("계정의 이메일 주소입니다.", "The e-mail address of the account.")
    )
    private static let usernameOfAccount = Option<String?>.optional(
        "username",
        .text(Placeholder.name),
        help: Wording(
            "이메일 주소 대신 쓸 계정의 사용자 이름입니다.",
            "The username of the account, instead of the address."
        )
    )
    private static let everywhere = Option<Bool>.flag(
        "everywhere",
        help: Wording("계정의 모든 세션을 끝냅니다.", "End all sessions of the account.")
    )
    private static let yes = Option<Bool>.flag(
        "yes",
        help: Wording("손님이라도 묻지 않고 끝냅니다.", "End a guest without asking.")
    )

    static let signUp = Command(
        "signup",
        summary: Wording("계정을 만들고 로그인합니다", "Open an account and sign in"),
        options: [username, email, PasswordSource.standardInput],
        run: { context in
            try await context.requireVacancy()
            let user = try await context.notelet.signUp(
                username: context[username],
                email: context[email],
                password: try PasswordSource.newPassword(
                    context,
                    environmentName: "NOTELET_PASSWORD"
                )
            )
            try context.write([("user", user.json)]) { context.text(of: user) }
        }
    )

    static let logIn = Command(
        "login",
        summary: Wording("이메일 주소나 사용자 이름으로 로그인합니다", "Sign in by e-mail address or username"),
        options: [emailOfAccount, usernameOfAccount, PasswordSource.standardInput],
        run: { context in
            let name = try accountName(context)
            try await context.requireVacancy { name.matches($0) }
            let password = try PasswordSource.password(context)
            let user =
                switch name {
                case .email(let email):
                    try await context.notelet.logIn(email: email, password: password)
                case .username(let username):
                    try await context.notelet.logIn(username: username, password: password)
                }
            try context.write([("user", user.json)]) { context.text(of: user) }
        }
    )

    static let logOut = Command(
        "logout",
        summary: Wording("로그아웃합니다. 손님은 되돌릴 수 없이 사라집니다", "Sign out; a guest ends by it for good"),
        options: [everywhere, yes],
        run: { context in
            try context.requireSessionOfPlace()
            if !context[yes], case .guest? = try await context.notelet.currentUser() {
                try confirmEndOfGuest(context)
            }
            if context[everywhere] {
                try await context.notelet.logOutEverywhere()
            } else {
                try await context.notelet.logOut()
            }
            try context.write([("identity", .string("none"))]) {
                context.phrase("로그아웃했습니다.\n", "Signed out.\n")
            }
        }
    )

    static let whoAmI = Command(
        "whoami",
        summary: Wording("누가 로그인했는지 봅니다", "Show who is signed in"),
        run: { context in
            switch try await context.notelet.currentUser() {
            case .user(let user)?:
                try context.write([("identity", .string("account")), ("user", user.json)]) {
                    context.text(of: user)
                }
            case .guest(let guest)?:
                let id = identifier(guest.id)
                try context.write([("identity", .string("guest")), ("guest_id", id)]) {
                    context.phrase("손님\n", "a guest\n")
                }
            case nil:
                try context.write([("identity", .string("none"))]) {
                    context.phrase("로그인하지 않았습니다.\n", "Nobody is signed in.\n")
                        + (context.strangeness.map { $0.terminalSafe + "\n" } ?? "")
                }
            }
        }
    )

    static let guest = Command(
        "guest",
        summary: Wording(
            "손님이 됩니다. 계정 없이 쪽지를 쓰고 답장을 읽을 수 있습니다",
            "Become a guest, who can write and read answers without an account"
        ),
        run: { context in
            try await context.requireVacancy()
            try await context.notelet.becomeGuest()
            try context.write([("identity", .string("guest"))]) {
                context.phrase("손님이 되었습니다.\n", "You are a guest now.\n")
            }
        }
    )

    private static func confirmEndOfGuest(_ context: CommandContext) throws {
        try context.requireConfirmation(
            "guest",
            warning: context.phrase(
                "손님은 로그아웃하면 사라지고, 보낸 쪽지와 답장을 다시 볼 수 없습니다. 되돌릴 수 없습니다.",
                "A guest who signs out is gone for good, and so are its notes and their answers "
                    + "for it. This cannot be taken back."
            ),
            refusal: context.phrase("로그아웃하지 않았습니다.", "Nobody was signed out.")
        )
    }

    /// By what somebody who signs in names the account.
    private enum AccountName {
        case email(String)
        case username(String)

        /// Whether it is the name of this account, whose case makes no difference.
        func matches(_ user: User) -> Bool {
            switch self {
            case .email(let email): email.lowercased() == user.email.lowercased()
            case .username(let name): name.lowercased() == user.username.lowercased()
            }
        }
    }

    /// - Throws: Wrong usage unless one of both options is there.
    private static func accountName(
        _ context: CommandContext
    ) throws(CommandFailure) -> AccountName {
        switch (context[emailOfAccount], context[usernameOfAccount]) {
        case (let email?, nil): return .email(email)
        case (nil, let username?): return .username(username)
        case (nil, nil), (_?, _?):
            let names = [emailOfAccount.parameter, usernameOfAccount.parameter].map(\.spelling)
            throw CommandFailure(
                .usage,
                context.phrase(
                    "\(names[0])와 \(names[1]) 가운데 하나를 지정하시기 바랍니다.",
                    "Give one of \(names[0]) and \(names[1])."
                )
            )
        }
    }
}
