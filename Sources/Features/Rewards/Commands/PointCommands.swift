import CommandLineInterface
import NoteletClient
import PersonCommands

/// What a person can see of points; nobody gives them to himself.
enum PointCommands {
    static let all = [show, history, expiring]

    private static let show = Command(
        "show",
        summary: Wording("포인트 잔액을 봅니다", "Show how many points you have"),
        run: { context in
            let balance = try await context.notelet.getBalance()
            try context.write([("balance", balance.json)]) {
                let (points, yen) = (balance.points, balance.yenText)
                return context.phrase("\(points)포인트 (\(yen)엔)", "\(points) points (\(yen) yen)")
                    + "\n"
            }
        }
    )

    private static let history = Command(
        "history",
        summary: Wording("포인트 내역을 최신순으로 봅니다", "Show what you got and spent, newest first"),
        listing: PointTransaction.form,
        limit: .limit(of: Wording("내역", "entries")),
        pages: { $0.notelet.listTransactions(pageSize: $1) }
    )

    private static let expiring = Command(
        "expiring",
        summary: Wording("언제 소멸하는 포인트가 있는지 봅니다", "Show which of your points lapse when"),
        options: [GlobalOptions.format],
        run: { context in
            let response = try await context.notelet.listExpiring()
            try context.write(response.lots, as: ExpiringPoints.form)
        }
    )
}
