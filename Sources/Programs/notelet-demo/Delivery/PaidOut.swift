import Foundation
import NoteletClient

/// Act 4: cash is asked for, paid out, and given back.
struct PaidOut {
    let crew: LunchCrew
    let rider: Person

    func perform() async throws {
        let (stage, backstage, notelet) = (crew.stage, crew.backstage, rider.notelet)
        try stage.act("Cash")
        let total = try await notelet.getMCash().total
        try await stage.checkRefusal(
            "nobody gets more than is there",
            .insufficientBalance,
            fields: ["missing": "1"]
        ) {
            try await notelet.requestWithdrawal(amount: total + 1)
        }
        let first = try await notelet.requestWithdrawal(amount: 2_000)
        let second = try await notelet.requestWithdrawal(amount: 500)
        try stage.check(
            "what is asked for is held",
            second.balance.map { [$0.total, $0.pending, $0.available] },
            is: [total, 2_500, total - 2_500]
        )
        let numbers = [first, second].map { "\($0.withdrawal?.transfer ?? 0)" }
        for _ in 0..<2 {
            try await backstage.admin("delivery", "withdrawal", "pay", numbers[0])
        }
        try await backstage.admin("delivery", "withdrawal", "void", numbers[1])
        let cash = try await notelet.getMCash()
        try stage.check(
            "paid twice by mistake, it is paid once; what is not paid is given back",
            [cash.total, cash.pending],
            is: [total - 2_000, 0]
        )
        let list = try await backstage.admin(
            ["delivery", "withdrawal", "list", "--pending", "--quiet", "--json"]
        )
        try stage.check(
            "and nobody waits any more",
            list.contains("\"transfer\""),
            is: false
        )
        try await checkSum()
    }

    /// Adds up what all have, where the application owes what orders brought.
    private func checkSum() async throws {
        var sum: Int64 = 0
        for rider in crew.riders { sum += try await rider.notelet.getMCash().total }
        let fees = (0...LunchCrew.orderCount).map(LunchCrew.fee).reduce(0, +)
        let issued = try await total(of: "app:issued")
        try crew.stage.check(
            "all that there is came of orders, each paid for once",
            issued,
            is: -fees
        )
        sum += try await issued + total(of: "app:withdrawn")
        try crew.stage.check("and what all have sums to zero", sum, is: 0)
    }

    /// What an account of the application has.
    private func total(of account: String) async throws -> Int64 {
        let text = try await crew.backstage.admin(
            ["ledger", "balance", account, "--unit", "cash", "--quiet", "--json"]
        )
        return try JSONDecoder().decode(ShownBalance.self, from: Data(text.utf8)).total
    }

    private struct ShownBalance: Decodable {
        let total: Int64
    }
}
