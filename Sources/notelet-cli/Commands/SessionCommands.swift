import CommandLineInterface
import NoteletClient

/// Signing up, in and out, and asking who one is.
enum SessionCommands {
    private static let username = Option<String>.required(
        "username",
        .text.named("NAME"),
        help: "2 to 30 letters, digits, '_', '-' or '.'."
    )
    private static let email = Option<String>.required(
        "email",
        .text.named("ADDRESS"),
        help: "The e-mail address of the account."
    )
    private static let emailOfAccount = Option<String?>.optional(
        "email",
        .text.named("ADDRESS"),
        help: "The e-mail address of the account."
    )
    private static let usernameOfAccount = Option<String?>.optional(
        "username",
        .text.named("NAME"),
        help: "The username of the account, instead of the address."
    )
    private static let everywhere = Option<Bool>.flag(
        "everywhere",
        help: "End all sessions of the account."
    )

    static let signUp = Command(
        "signup",
        summary: "Open an account and sign in",
        options: [username, email, PasswordSource.standardInput],
        run: { context in
            try context.requireRoomForSession()
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
        summary: "Sign in by e-mail address or username",
        options: [emailOfAccount, usernameOfAccount, PasswordSource.standardInput],
        run: { context in
            let name = try accountName(context)
            try context.requireRoomForSession()
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
        summary: "Sign out",
        options: [everywhere],
        run: { context in
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
        summary: "Show who is signed in",
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
                }
            }
        }
    )

    static let guest = Command(
        "guest",
        summary: "Become a guest, who can write and read answers without an account",
        run: { context in
            if try await context.notelet.currentUser() != nil {
                throw CommandFailure(
                    .refused,
                    context.phrase(
                        "이미 로그인했습니다. 먼저 'notelet-cli logout'을 실행하시기 바랍니다.",
                        "Somebody is signed in already. Run 'notelet-cli logout' first."
                    )
                )
            }
            try context.requireRoomForSession()
            try await context.notelet.becomeGuest()
            try context.write([("identity", .string("guest"))]) {
                context.phrase("손님이 되었습니다.\n", "You are a guest now.\n")
            }
        }
    )

    /// By what somebody who signs in names the account.
    private enum AccountName {
        case email(String)
        case username(String)
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
