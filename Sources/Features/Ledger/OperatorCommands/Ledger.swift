import AccountOperatorCommands
package import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// What an operator can see of the ledger and have moved in it.
package enum Ledger {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "ledger",
            summary: "See what people have of points and cash, move it, and prove it",
            discussion: """
                ACCOUNT is a person's own account, by a username, an e-mail address or a whole id, \
                or one of the application's: app:issued, where all comes from that people get, \
                app:spent, app:withdrawn, app:lapsed, app:forfeited and app:erased. None has to be \
                opened. What is moved is never changed, only put right by another transfer; it is \
                recorded in the audit log of the store.
                """,
            subcommands: [
                balance, statement, expiring, transfer, post, void, correct,
                LedgerVerification.command,
            ]
        )
    ]

    private typealias API = LedgerAdministrationAPI

    private static let account = Argument<AccountName>(
        "ACCOUNT",
        .ledgerAccount,
        help: "Whose account, or app: and which one of the application's."
    )
    private static let source = Argument<AccountName>(
        "FROM",
        .ledgerAccount,
        help: "Where it comes from, as ACCOUNT."
    )
    private static let destination = Argument<AccountName>(
        "TO",
        .ledgerAccount,
        help: "Where it goes, as ACCOUNT."
    )
    private static let number = Argument<Int>(
        "TRANSFER",
        .number(in: 1...Int.max),
        help: "The number of the transfer."
    )
    private static let unit = Option<LedgerUnit>(
        "unit",
        .choice("UNIT"),
        default: "points",
        help: "What it is counted in: points or cash."
    )
    private static let kind = Option<KindName>(
        "kind",
        .choice("KIND"),
        default: "move",
        help: "What it is for: earn, spend or move."
    )
    private static let at = Option<Instant?>.optional(
        "at",
        .moment,
        help: "What was in it at this moment; now by default."
    )
    private static let expires = Option<Instant?>.optional(
        "expires",
        .moment,
        help: "When what a person gets lapses, rounded up to a day. Of points this or --never has "
            + "to be said."
    )
    private static let returnedExpires = Option<Instant?>.optional(
        "expires",
        .moment,
        help: "When what a person gets back lapses, rounded up to a day; by default when it would "
            + "have."
    )
    private static let never = Option<Bool>.flag(
        "never",
        help: "What a person gets never lapses."
    )
    private static let pendingUntil = Option<Instant?>.optional(
        "pending-until",
        .moment,
        help: "Hold it until it is posted or voided, until then at most; by default it is moved "
            + "at once."
    )
    private static let wanted = Option<Int?>.optional(
        "transfer",
        .number(in: 1...Int.max),
        help: "Show the transfer of this number alone."
    )
    private static let reference = DeedName.option(of: "the transfer", again: "moves nothing")

    private static let balance = Command(
        "balance",
        summary: "Show what an account has, now or at a moment",
        options: [unit, at],
        arguments: [account],
        asking: { context, server in
            let unit = context[unit]
            let moment = context[at]
            let request = GetBalanceRequest(
                account: try await context[account].account(unit, at: server),
                at: moment.map { Timestamp($0) }
            )
            let response = try await server.call(API.getBalance, request)
            var facts = [("total", "\(response.total)")]
            var document: [JSON.Member] = [
                server.source, ("unit", .string(unit.plainName)),
                ("total", .number(response.total)),
            ]
            if moment == nil {
                let available = response.total - response.pending
                facts += [("pending", "\(response.pending)"), ("available", "\(available)")]
                document += [
                    ("pending", .number(response.pending)), ("available", .number(available)),
                ]
            }
            try context.write(document) { context.draw(facts: facts) }
        }
    )

    private static let statement = Command(
        "statement",
        summary: "Show the transfers of an account, newest first",
        options: [unit, wanted] + RecordLists.options,
        arguments: [account],
        asking: { context, server in
            var list = try RecordList(from: .server(server), as: StatementLine.form, context)
            let account = try await context[account].account(context[unit], at: server)
            let request = ListTransfersRequest(account: account)
            let wanted = context[wanted].map { UInt64($0) }
            var isFound = wanted == nil
            try await server.forEachPage(of: API.listTransfers, request) { page in
                guard let wanted else { return try list.show(page) }
                let found = page.filter { $0.transfer?.number == wanted }
                isFound = !found.isEmpty
                // Numbers fall from entry to entry.
                let last = page.last?.transfer?.number ?? 0
                return try list.show(found) && !isFound && last > wanted
            }
            guard isFound else {
                throw CommandFailure(.refused, "The account has no such transfer.")
            }
            try list.finish()
        }
    )

    private static let expiring = Command(
        "expiring",
        summary: "Show what of an account lapses when",
        options: [unit, PresentationOptions.format],
        arguments: [account],
        asking: { context, server in
            let request = ListLotsRequest(
                account: try await context[account].account(context[unit], at: server)
            )
            let lots = try await server.call(API.listLots, request).lots
            try context.write(lots, as: LedgerLot.form, head: [server.source])
        }
    )

    private static let transfer = Command(
        "transfer",
        summary: "Move an amount from one account to another, or hold it for that",
        discussion: """
            Points that somebody gets lapse when it is said here, whatever the moved ones lapsed \
            by, and whatever rewards of the server lapse by. 'rewards grant' gives points that \
            lapse as rewards do, and that count for achievements.
            """,
        options: [unit, kind, expires, never, pendingUntil, reference],
        arguments: [source, destination, LedgerAmounts.amount],
        doing: { context, server in
            let unit = context[unit]
            try requireEnd(context)
            let name = context[reference] ?? DeedName.new()
            let move = LedgerMove(
                kind: context[kind].kind,
                source: try await context[source].account(unit, at: server),
                destination: try await context[destination].account(unit, at: server),
                amount: Int64(context[LedgerAmounts.amount]),
                expiresAt: context[expires].map { Timestamp($0) },
                pendingUntil: context[pendingUntil].map { Timestamp($0) }
            )
            let posting = LedgerPosting(reference: Array(name.utf8), moves: [move])
            let request = PostTransfersRequest(postings: [posting])
            let answer = try await server.call(API.postTransfers, request, called: name)
            let result = answer.results.first ?? PostingResult()
            if let refusal = result.refusal {
                let text = refusal.texts["en"] ?? "The transfer was refused."
                let code = refusal.reason == .dataLoss ? ExitCode.badData : .refused
                throw CommandFailure(code, text).because(of: refusal)
            }
            let what = move.pendingUntil == nil ? "moved" : "held"
            let number = result.firstTransfer
            return Deed(
                [
                    ("transfer", .number(Int64(clamping: number))), ("reference", .string(name)),
                ],
                "\(move.amount) of \(unit.plainName) \(what): transfer \(number), called \(name)."
            )
        }
    )

    /// Points that never lapse are given by whoever says so, and by nobody who forgot to.
    private static func requireEnd(_ context: CommandContext) throws(CommandFailure) {
        let (isSaid, isNever) = (context[expires] != nil, context[never])
        if isSaid && isNever {
            throw CommandFailure(.usage, "--expires and --never say two things: give one of them.")
        }
        guard case .person = context[destination], context[unit] == .points else { return }
        guard isSaid || isNever else {
            throw CommandFailure(
                .usage,
                "Say when points that a person gets lapse, with --expires, or that they do not, "
                    + "with --never."
            )
        }
    }

    private static let post = resolution(
        "post",
        "Move what a pending transfer holds, all or part of it",
        options: [LedgerAmounts.part]
    ) { context in
        context[LedgerAmounts.part].map { .post(Int64($0)) } ?? .postAll(true)
    }

    private static let void = resolution(
        "void",
        "Give back what a pending transfer holds",
        options: []
    ) { _ in .void(true) }

    private static func resolution(
        _ name: String,
        _ summary: String,
        options: [any ParameterDeclaration],
        _ resolution: @escaping @Sendable (CommandContext) -> ResolveTransferRequest.Resolution
    ) -> Command {
        Command(
            name,
            summary: summary,
            options: options,
            arguments: [number],
            doing: { context, server in
                let request = ResolveTransferRequest(
                    transfer: UInt64(context[number]),
                    resolution: resolution(context)
                )
                let response = try await server.call(API.resolveTransfer, request)
                return deed(response.transfer ?? LedgerTransfer())
            }
        )
    }

    private static let correct = Command(
        "correct",
        summary: "Put a transfer right by another one that moves an amount back",
        discussion: """
            A transfer is put right once; to put it right again, put the correction right. What a \
            person gets back lapses when it would have, at once if that is over; say --expires or \
            --never for another end, as is needed for what had lapsed. From a person that is taken \
            first which the transfer gave, and then what lapses first. What a transfer moved is \
            shown by 'ledger statement', of one of its accounts, with --transfer.
            """,
        options: [LedgerAmounts.part, returnedExpires, never, Reason.optional],
        arguments: [number],
        confirming: { context in
            let number = context[number]
            let part = context[LedgerAmounts.part].map { "\($0) of what" } ?? "All that"
            return ("\(number)", "\(part) transfer \(number) moved will be moved back")
        },
        doing: { context, server in
            let request = CorrectTransferRequest(
                transfer: UInt64(context[number]),
                amount: context[LedgerAmounts.part].map { Int64($0) },
                expiresAt: context[returnedExpires].map { Timestamp($0) },
                reason: context[Reason.optional],
                neverExpires: context[never]
            )
            let response = try await server.call(API.correctTransfer, request)
            return deed(response.transfer ?? LedgerTransfer())
        }
    )

    private static func deed(_ transfer: LedgerTransfer) -> Deed {
        let from = transfer.source?.text ?? ""
        let to = transfer.destination?.text ?? ""
        let what = transfer.kind.plainName
        return Deed(
            [("transfer", LedgerTransfer.form.json(transfer))],
            "Transfer \(transfer.number): \(what) \(transfer.amount) from \(from) to \(to)."
        )
    }
}
