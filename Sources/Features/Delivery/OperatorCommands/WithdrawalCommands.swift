import CommandLineInterface
import Domain
import LedgerRules
import NoteletAPI
import OperatorCommands

/// The commands about cash that is to be paid out.
enum WithdrawalCommands {
    static let withdrawal = Command(
        "withdrawal",
        summary: "See what cash people asked for, and say that it is paid or given back",
        subcommands: [list, pay, void]
    )

    private typealias API = DeliveryAdministrationAPI

    private static let number = Argument<Int>(
        "TRANSFER",
        .number(in: 1...Int.max),
        help: "The number of the pending transfer."
    )
    private static let amount = Option<Int?>.optional(
        "amount",
        .number(in: 1...Int(DomainLimits.transferAmountMax)),
        help: "How much of it was paid; all by default. The rest is given back."
    )
    private static let pending = Option<Bool>.flag(
        "pending",
        help: "Show those alone that are held."
    )

    private static let list = Command(
        "list",
        summary: "List what was asked for, newest first",
        options: [pending],
        listing: ListedWithdrawal.form,
        by: API.listWithdrawals
    ) { context, _ in ListWithdrawalsRequest(pendingOnly: context[pending]) }

    private static let pay = resolution(
        "pay",
        "Say that cash is paid out, all or a part of what is held",
        """
        Say so before the money leaves the bank: what was held too long by then is given back, and \
        is refused here.
        """,
        options: [amount]
    ) { .pay(Int64($0[amount] ?? 0)) }

    private static let void = resolution("void", "Give back what is held", "", options: []) { _ in
        .void(true)
    }

    private static func resolution(
        _ name: String,
        _ summary: String,
        _ discussion: String,
        options: [any ParameterDeclaration],
        _ resolution: @escaping @Sendable (CommandContext) -> ResolveWithdrawalRequest.Resolution
    ) -> Command {
        Command(
            name,
            summary: summary,
            discussion: discussion,
            options: options,
            arguments: [number],
            doing: { context, server in
                let request = ResolveWithdrawalRequest(
                    transfer: UInt64(context[number]),
                    resolution: resolution(context)
                )
                let response = try await server.call(API.resolveWithdrawal, request)
                let found = response.withdrawal ?? ListedWithdrawal()
                let what = found.shown.status.plainName
                return Deed(
                    [("withdrawal", ListedWithdrawal.form.json(found))],
                    "Transfer \(found.shown.transfer): \(what), \(found.shown.paid) of "
                        + "\(found.shown.amount) paid."
                )
            }
        )
    }
}
