import CommandLineInterface
import Domain
import Glibc
import NoteletAPI
import ProtobufCoding

/// What an operator can do to an account, each a command of its own.
enum UserChange: Sendable {
    case ban, unban, grantPremium, revokeSessions, delete

    private static let yes = Option<Bool>.flag(
        "yes",
        help: "Do it without asking for the username."
    )
    private static let dryRun = Option<Bool>.flag(
        "dry-run",
        help: "Say what would be done, and do nothing."
    )
    private static let until = Option<Instant?>.optional(
        "until",
        .moment,
        help: "When the plan ends, exclusive."
    )
    private static let days = Option<Int64?>.optional(
        "days",
        .number(in: 1...36_500),
        help: "How many days from now the plan lasts; instead of --until."
    )

    /// The command that does it.
    var command: Command {
        Command(
            name,
            summary: summary,
            discussion: discussion,
            options: ServerOptions.ofServer + options,
            arguments: [UserCommands.reference],
            run: { context in try await run(context) }
        )
    }

    private func run(_ context: CommandContext) async throws -> ExitCode {
        let end = try end(context)
        let connection = try await context.openServer()
        defer { connection.close() }
        let (user, _) = try await UserCommands.find(
            context[UserCommands.reference],
            at: connection
        )
        guard !context[Self.dryRun] else {
            try write(user, isDone: false, connection, context)
            return .success
        }
        if let warning {
            try Confirmation.require(
                user.username,
                "\(user.username): \(warning)",
                isGiven: context[Self.yes]
            )
        }
        // By the id: what was asked about is what is changed, whoever has the name meanwhile.
        let id = OpaqueID(uuid: user.id)?.bytes ?? []
        let changed = try await change(id, until: end, at: connection)
        try write(
            changed.map { ShownUser($0, at: .now) } ?? user,
            isDone: true,
            connection,
            context
        )
        return .success
    }

    /// Has the server do it; the account as it is then, nil once it is deleted.
    private func change(
        _ id: [UInt8],
        until end: Instant?,
        at connection: AdminConnection
    ) async throws -> ManagedUser? {
        let request = ChangeUserRequest(id: id)
        let api = AdministrationAPI.self
        let response =
            switch self {
            case .ban: try await connection.call(api.banUser, request)
            case .unban: try await connection.call(api.unbanUser, request)
            case .revokeSessions: try await connection.call(api.revokeSessions, request)
            case .delete: try await connection.call(api.deleteUser, request)
            case .grantPremium:
                try await connection.call(
                    api.grantPremium,
                    GrantPremiumRequest(id: id, expiresAt: end.map { Self.timestamp($0) })
                )
            }
        return response.user
    }

    private func write(
        _ user: ShownUser,
        isDone: Bool,
        _ connection: AdminConnection,
        _ context: CommandContext
    ) throws {
        let document: [JSON.Member] = [
            ("source", context.document(of: connection)),
            ("action", .string(name.replacing("-", with: "_"))),
            ("done", .bool(isDone)),
            ("user", user.json),
        ]
        try context.write(document) {
            let name = user.username.terminalSafe
            return isDone
                ? "\(name) \(done(user)).\n" : "It would \(wouldDo) \(name) (\(user.id)).\n"
        }
    }

    /// When a plan is to end; nil where there is none.
    private func end(_ context: CommandContext) throws -> Instant? {
        guard case .grantPremium = self else { return nil }
        switch (context[Self.until], context[Self.days]) {
        case (let end?, nil): return end
        case (nil, let days?): return Instant.now.adding(seconds: days * 86_400)
        default:
            throw CommandFailure(.usage, "Say when the plan ends: by --until or by --days.")
        }
    }

    private static func timestamp(_ instant: Instant) -> Timestamp {
        let (seconds, rest) = instant.milliseconds.quotientAndRemainder(dividingBy: 1_000)
        return Timestamp(seconds: seconds, nanos: Int32(max(rest, 0)) * 1_000_000) ?? Timestamp()
    }
}

// What the commands are called, and what they say.
extension UserChange {
    private var name: String {
        switch self {
        case .ban: "ban"
        case .unban: "unban"
        case .grantPremium: "grant-premium"
        case .revokeSessions: "revoke-sessions"
        case .delete: "delete"
        }
    }

    private var summary: String {
        switch self {
        case .ban: "Sign an account out everywhere, and let it neither sign in nor get notes"
        case .unban: "Let a banned account sign in again"
        case .grantPremium: "Give an account a premium plan until a moment"
        case .revokeSessions: "Sign an account out everywhere"
        case .delete: "Delete an account with all it has; what others received stays"
        }
    }

    private var discussion: String {
        switch self {
        case .grantPremium:
            "The plan takes the place of the present one, so a second one may end sooner or later."
        case .delete:
            "The account is gone at once for everybody, its records within minutes. It cannot be "
                + "taken back."
        case .ban, .unban, .revokeSessions: ""
        }
    }

    private var options: [any ParameterDeclaration] {
        switch self {
        case .grantPremium: [Self.until, Self.days, Self.dryRun]
        case .unban: [Self.dryRun]
        case .ban, .revokeSessions, .delete: [Self.dryRun, Self.yes]
        }
    }

    /// What is said before something that cannot be taken back whole; nil where all can.
    private var warning: String? {
        switch self {
        case .ban: "all sessions of this account end, and it cannot sign in."
        case .revokeSessions: "all sessions of this account end."
        case .delete: "this account is deleted with all it has, which cannot be taken back."
        case .unban, .grantPremium: nil
        }
    }

    private func done(_ user: ShownUser) -> String {
        switch self {
        case .ban: "is banned"
        case .unban: "may sign in again"
        case .grantPremium: "has the plan: \(user.planText)"
        case .revokeSessions: "is signed out everywhere"
        case .delete: "is deleted"
        }
    }

    private var wouldDo: String {
        switch self {
        case .ban: "ban"
        case .unban: "let sign in again"
        case .grantPremium: "give a premium plan to"
        case .revokeSessions: "sign out everywhere"
        case .delete: "delete"
        }
    }
}
