package import CommandLineInterface
import NoteletClient
import PersonCommands

/// What a person can do with orders and with the cash that they bring.
package enum Delivery {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "orders",
            summary: Wording("주문을 보거나 받아서 배달합니다", "Show orders, take them, and carry them out"),
            subcommands: OrderCommands.all
        ),
        Command(
            "mcash",
            summary: Wording(
                "내 캐시를 보거나 출금을 요청합니다",
                "Show your cash, and ask for it to be paid out"
            ),
            subcommands: [balance, history, withdraw]
        ),
    ]

    private static let amountMax: Int64 = 1_000_000_000_000
    private static let number = ValueSyntax<Int64>.number(in: 1...amountMax)
    private static let amount = Argument(
        Wording("금액", "AMOUNT"),
        number.named(
            Wording("금액", "AMOUNT"),
            expectation: Wording("1에서 \(amountMax)까지의 정수", number.expectation.english)
        ),
        help: Wording("가장 작은 화폐 단위로 씁니다.", "How much, in the smallest unit of money.")
    )

    private static let balance = Command(
        "show",
        summary: Wording("캐시 잔액을 봅니다", "Show how much cash you have"),
        run: { context in
            let balance = try await context.notelet.getMCash()
            try context.write([("balance", balance.json)]) {
                context.draw(facts: balance.facts(in: context))
            }
        }
    )

    private static let history = Command(
        "history",
        summary: Wording("캐시 내역을 최신순으로 봅니다", "Show what you got and were paid, newest first"),
        listing: LedgerEntry.form,
        limit: .limit(of: Wording("내역", "entries")),
        pages: { $0.notelet.listMCash(pageSize: $1) }
    )

    private static let withdraw = Command(
        "withdraw",
        summary: Wording("출금을 요청합니다", "Ask for cash to be paid out"),
        discussion: Wording(
            "운영자가 지급하거나 돌려줄 때까지 금액이 보류되며, 기한이 지나면 저절로 돌아옵니다.",
            "The amount is held until an operator pays it or gives it back; after some days it is "
                + "given back by itself."
        ),
        arguments: [amount],
        run: { context in
            let response = try await context.notelet.requestWithdrawal(amount: context[amount])
            let held = response.withdrawal ?? Withdrawal()
            let balance = response.balance ?? CashBalance()
            try context.write(
                [("withdrawal", held.json), ("balance", balance.json)],
                "\(held.amount)의 출금을 요청했습니다. 남은 금액은 \(balance.available)입니다.",
                "Held to be paid out: \(held.amount). You can ask for \(balance.available) more."
            )
        }
    )
}
