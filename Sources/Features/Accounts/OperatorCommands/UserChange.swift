import CommandLineInterface
package import Domain
import Glibc
import NoteletAPI
import OperatorCommands
package import ProtobufCoding

/// What an operator can do to an account, each a command of its own; some of it to guests as well.
enum UserChange: Sendable {
    case ban, unban, deactivate, activate, grantPremium, revokePremium, revokeSessions, delete

    private static let yes = Option<Bool>.flag(
        "yes",
        help: "Do it without asking for the username, or the id of a guest."
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
                user.name,
                "\(user.name): \(warning)",
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
            case .deactivate: try await connection.call(api.deactivateUser, request)
            case .activate: try await connection.call(api.activateUser, request)
            case .revokePremium: try await connection.call(api.revokePremium, request)
            case .revokeSessions: try await connection.call(api.revokeSessions, request)
            case .delete: try await connection.call(api.deleteUser, request)
            case .grantPremium:
                try await connection.call(
                    api.grantPremium,
                    GrantPremiumRequest(id: id, expiresAt: end.map { Timestamp($0) })
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
            connection.source,
            ("action", .string(name.replacing("-", with: "_"))),
            ("done", .bool(isDone)),
            ("user", user.json),
        ]
        try context.write(document) {
            let name = user.name.terminalSafe
            return isDone
                ? "\(name) \(done(user)).\n" : "It would \(wouldDo) \(name) (\(user.id)).\n"
        }
    }

    /// When a plan is to end; nil where there is none.
    private func end(_ context: CommandContext) throws -> Instant? {
        guard case .grantPremium = self else { return nil }
        switch (context[Self.until], context[Self.days]) {
        case (let end?, nil):
            guard Instant.now < end else {
                throw CommandFailure(.refused, "--until is to name a moment that is to come.")
            }
            return end
        case (nil, let days?): return Instant.now.adding(seconds: days * 86_400)
        default:
            throw CommandFailure(.usage, "Say when the plan ends: by --until or by --days.")
        }
    }
}

extension Timestamp {
    /// The moment that an operator named, which is one of those of messages.
    package init(_ instant: Instant) {
        let (seconds, rest) = instant.milliseconds.quotientAndRemainder(dividingBy: 1_000)
        self = Timestamp(seconds: seconds, nanos: Int32(max(rest, 0)) * 1_000_000) ?? Timestamp()
    }
}

// What the commands are called, and what they say.
extension UserChange {
    private var name: String {
        switch self {
        case .ban: "ban"
        case .unban: "unban"
        case .deactivate: "deactivate"
        case .activate: "activate"
        case .grantPremium: "grant-premium"
        case .revokePremium: "revoke-premium"
        case .revokeSessions: "revoke-sessions"
        case .delete: "delete"
        }
    }

    private var summary: String {
        switch self {
        case .ban: "Sign an account or guest out everywhere, and let it neither in nor get notes"
        case .unban: "Let a banned account or guest in again"
        case .deactivate: "Put an account to rest: sign it out, and let it neither in nor get notes"
        case .activate: "Let an account that was put to rest sign in again"
        case .grantPremium: "Give an account a premium plan until a moment"
        case .revokePremium: "Give an account the free plan again"
        case .revokeSessions: "Sign an account or guest out everywhere"
        case .delete: "Delete an account or guest with all it has; what others received stays"
        }
    }

    private var discussion: String {
        switch self {
        case .grantPremium:
            "The plan takes the place of the present one, so a second one may end sooner or later."
        case .delete:
            "The account or guest is gone at once for everybody, its records within minutes. It "
                + "cannot be taken back."
        case .ban:
            "A guest is named by an id. Who comes back as a new guest from where the guest wrote "
                + "last is slowed down: two new guests at once, then as --guests allows."
        case .deactivate:
            "It is like a ban, without its reproach, as for somebody who asks for it. What the "
                + "account has stays; 'user activate' ends it."
        case .activate: "An account that is banned stays so."
        case .unban:
            "An account that was put to rest stays so. The ban of a sender whom nobody named is "
                + "taken back by 'note unban-sender'."
        case .revokePremium: "Contacts beyond the limit of the free plan stay."
        case .revokeSessions: "A guest cannot sign in again."
        }
    }

    private var options: [any ParameterDeclaration] {
        switch self {
        case .grantPremium: [Self.until, Self.days, Self.dryRun]
        case .unban, .activate, .revokePremium: [Self.dryRun]
        case .ban, .deactivate, .revokeSessions, .delete: [Self.dryRun, Self.yes]
        }
    }

    /// What is said before something that cannot be taken back whole; nil where all can.
    private var warning: String? {
        switch self {
        case .ban, .deactivate: "all sessions end, and nobody can sign in."
        case .revokeSessions: "all sessions end."
        case .delete: "all of it is deleted, which cannot be taken back."
        case .unban, .activate, .grantPremium, .revokePremium: nil
        }
    }

    private func done(_ user: ShownUser) -> String {
        switch self {
        case .ban, .unban, .deactivate, .activate: "is \(user.status)"
        case .grantPremium, .revokePremium: "has the plan: \(user.planText)"
        case .revokeSessions: "is signed out everywhere"
        case .delete: "is deleted"
        }
    }

    private var wouldDo: String {
        switch self {
        case .ban: "ban"
        case .unban: "let in again"
        case .deactivate: "put to rest"
        case .activate: "let sign in again"
        case .grantPremium: "give a premium plan to"
        case .revokePremium: "give the free plan to"
        case .revokeSessions: "sign out everywhere"
        case .delete: "delete"
        }
    }
}
