import AccountRules
import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// All accounts, or those of a kind.
enum UserListCommand {
    private static let status = Option<Status?>.optional(
        "status",
        .choice("STATUS"),
        help: "Show accounts of this status alone."
    )
    private static let premium = Option<Bool>.flag(
        "premium",
        help: "Show accounts alone whose plan is premium now."
    )
    private enum Status: String, CaseIterable {
        case active, inactive, banned

        var status: AccountRules.AccountStatus {
            switch self {
            case .active: .active
            case .inactive: .inactive
            case .banned: .banned
            }
        }
    }

    static let list = Command(
        "list",
        summary: "List accounts, the oldest first",
        discussion: """
            Accounts are read and shown page by page, so that any number of them takes no memory \
            to speak of, here or in the server. With --json, or --format jsonl, each account is a \
            line.
            """,
        options: ServerOptions.ofEither + [status, premium] + RecordLists.options,
        run: { context in
            let source = try await context.openSource()
            defer { source.close() }
            let filter = ListAccounts.Filter(
                status: context[status]?.status,
                isPremiumOnly: context[premium]
            )
            var accounts = try RecordList(from: source, as: ShownUser.form, context)
            try await forEachPage(of: source, filter) { try accounts.show($0) }
            try accounts.finish()
            return .success
        }
    )

    /// Lends the accounts page by page, until `body` answers that it has enough.
    private static func forEachPage(
        of source: RecordSource,
        _ filter: ListAccounts.Filter,
        _ body: ([ShownUser]) throws -> Bool
    ) async throws {
        switch source {
        case .server(let connection): try await forEachPage(at: connection, filter, body)
        case .files(let files): try forEachPage(in: files, filter, body)
        }
    }

    private static func forEachPage(
        at connection: AdminConnection,
        _ filter: ListAccounts.Filter,
        _ body: ([ShownUser]) throws -> Bool
    ) async throws {
        var request = ListUsersRequest(
            pageSize: Int32(DomainLimits.pageItemsMax),
            status: filter.status.map { .init(rawValue: Int32($0.rawValue)) } ?? .unspecified,
            premiumOnly: filter.isPremiumOnly
        )
        repeat {
            let response = try await connection.call(AdministrationAPI.listUsers, request)
            guard try body(response.users.map { ShownUser($0, at: .now) }) else { return }
            request.afterID = response.nextAfterID
        } while !request.afterID.isEmpty
    }

    private static func forEachPage(
        in files: FileSource,
        _ filter: ListAccounts.Filter,
        _ body: ([ShownUser]) throws -> Bool
    ) throws {
        try files.forEachPage(
            { (store, place: UserNumber?) throws(DomainError) in
                let size = try PageSize(Int32(DomainLimits.pageItemsMax))
                let (users, next) = try ListAccounts(after: place, size: size, filter: filter)
                    .run(in: store, at: .now)
                return (users.map { ShownUser($0, at: .now) }, next)
            },
            body
        )
    }
}
