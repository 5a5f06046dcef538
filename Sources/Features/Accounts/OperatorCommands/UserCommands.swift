package import AccountRules
package import CommandLineInterface
import Domain
import NoteletAPI
package import OperatorCommands

/// The commands about accounts.
enum UserCommands {
    static let user = Command(
        "user",
        summary: "Look at accounts and change them",
        discussion: """
            USER is a username, an e-mail address, or a whole id; guests have an id alone. Where \
            an id lies in the store only all of it tells, so its beginning finds nobody. What \
            changes an account is done by the running server, which records in the audit log of \
            the store who did it; 'store dump --entity audit' shows the log.
            """,
        subcommands: [
            UserListCommand.list, show, UserChange.ban.command, UserChange.unban.command,
            UserChange.deactivate.command, UserChange.activate.command,
            UserChange.grantPremium.command, UserChange.revokePremium.command,
            ResetPasswordCommand.resetPassword, UserChange.revokeSessions.command,
            UserChange.delete.command,
        ]
    )

    static let reference = Argument<AccountReference>(
        "USER",
        .account,
        help: "A username, an e-mail address, or the whole id of an account or guest."
    )

    private static let show = Command(
        "show",
        summary: "Show an account or guest and how much it has",
        discussion: """
            What the account sent is not counted: whoever watched that number could tell who sent \
            a note. Counts end at 10,000.
            """,
        options: ServerOptions.ofEither,
        arguments: [reference],
        run: { context in
            let source = try await context.openSource()
            defer { source.close() }
            let (user, holdings) = try await find(context[reference], in: source)
            let counts: [(String, String, Int)] = [
                ("sessions", "sessions", holdings.sessions),
                ("contacts", "contacts", holdings.contacts),
                ("received notes", "received_notes", holdings.receivedNotes),
                ("blocks", "blocks", holdings.blocks),
            ]
            try context.write(
                [
                    ("source", context.document(of: source)),
                    ("user", user.json),
                    (
                        "holdings",
                        .object(counts.map { ($0.1, .number(Int64($0.2))) })
                    ),
                    ("counts_end_at", .number(Int64(ShowAccount.countMax))),
                ]
            ) {
                let shown = counts.map { name, _, count in
                    (name, count < ShowAccount.countMax ? "\(count)" : "\(count) or more")
                }
                return context.draw(facts: user.facts + shown)
            }
            return .success
        }
    )

    /// Finds an account.
    static func find(
        _ reference: AccountReference,
        in source: RecordSource
    ) async throws -> (user: ShownUser, holdings: AccountHoldings) {
        switch source {
        case .server(let connection):
            return try await find(reference, at: connection)
        case .files(let files):
            do {
                let (person, holdings) = try files.read { store throws(DomainError) in
                    try ShowAccount(reference).run(in: store)
                }
                return (ShownUser(person, at: .now), holdings)
            } catch let failure as CommandFailure {
                throw failure.explained(for: reference)
            }
        }
    }

    /// Finds an account of a running server.
    static func find(
        _ reference: AccountReference,
        at connection: AdminConnection
    ) async throws -> (user: ShownUser, holdings: AccountHoldings) {
        let response: GetUserResponse
        do throws(CommandFailure) {
            response = try await connection.call(
                AdministrationAPI.getUser,
                GetUserRequest(reference: GetUserRequest.Reference(reference))
            )
        } catch {
            throw error.explained(for: reference)
        }
        let holdings = response.holdings ?? UserHoldings()
        return (
            ShownUser(response.user ?? ManagedUser(), at: .now),
            AccountHoldings(
                sessions: Int(holdings.sessions),
                contacts: Int(holdings.contacts),
                receivedNotes: Int(holdings.receivedNotes),
                blocks: Int(holdings.blocks)
            )
        )
    }
}

extension CommandFailure {
    /// The same with a word on ids, where nobody has a name that looks like the beginning of one.
    fileprivate func explained(for reference: AccountReference) -> CommandFailure {
        guard exitCode == .refused, case .username(let text) = reference,
            (4..<36).contains(text.utf8.count),
            text.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") })
        else { return self }
        return saying(message + " If \(text) is the beginning of an id, give all of it.")
    }
}

extension AdminConnection {
    /// The id of an account as the operator names it, which the server is asked for unless it is
    /// one.
    package func userID(of reference: AccountReference) async throws -> [UInt8] {
        if case .id(let id) = reference { return id.opaque.bytes }
        let id = try await UserCommands.find(reference, at: self).user.id
        return OpaqueID(uuid: id)?.bytes ?? []
    }
}

extension GetUserRequest.Reference {
    /// An account as the operator names it.
    init(_ reference: AccountReference) {
        switch reference {
        case .id(let id): self = .id(id.opaque.bytes)
        case .username(let text): self = .username(text)
        case .email(let text): self = .email(text)
        }
    }
}

extension ValueSyntax<AccountReference> {
    /// An account, as an operator names one.
    package static let account = ValueSyntax(
        placeholder: "USER",
        expectation: "a username, an e-mail address, or the whole id of an account or guest",
        parse: { text in
            if text.isEmpty { return nil }
            if let id = OpaqueID(uuid: text) { return .id(UserID(id)) }
            return text.contains("@") ? .email(text) : .username(text)
        }
    )
}
