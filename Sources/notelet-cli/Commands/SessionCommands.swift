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
        summary: "Sign in",
        options: [email, PasswordSource.standardInput],
        run: { context in
            try context.requireRoomForSession()
            let user = try await context.notelet.logIn(
                email: context[email],
                password: try PasswordSource.password(context)
            )
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
}
