internal import NoteletClient
package import NoteletInterface

/// Reads what an account has of points, wherever answers to questions come from.
package struct PointRepository<Source: AnswerSource>: PointRepositoryInterface {
    private let source: Source

    /// Asks somebody.
    ///
    /// - Parameter source: Who answers.
    package init(_ source: Source) {
        self.source = source
    }

    /// Reads the balance.
    package func fetchBalance() async throws -> NoteletInterface.PointBalance {
        try await source.answer(to: balance)
    }

    /// Reads pages, the newest first, of which the first one of a size may be kept.
    package func transactionPages(
        pageSize: Int
    ) -> Pages<NoteletInterface.PointTransaction> {
        Pages { [source] cursor in
            let request = ListTransactionsRequest(
                cursor: cursor?.bytes ?? [],
                pageSize: Int32(clamping: pageSize)
            )
            let name = cursor == nil ? "rewards/transactions/\(pageSize)" : nil
            let question = Question(name: name) { (notelet) throws(NoteletError) in
                try await notelet.call(RewardsAPI.listTransactions, request)
            } shown: { (response) throws(AppError) in
                let next = response.nextCursor
                return ListPage(
                    items: try response.transactions.map { (told) throws(AppError) in
                        try NoteletInterface.PointTransaction(told)
                    },
                    next: next.isEmpty ? nil : PageCursor(bytes: next)
                )
            }
            return try await source.answer(to: question)
        }
    }

    /// Reads what lapses when.
    package func fetchExpiring() async throws -> [NoteletInterface.ExpiringPoints] {
        let question = Question(name: "rewards/expiring") { (notelet) throws(NoteletError) in
            try await notelet.listExpiring()
        } shown: { (response) throws(AppError) in
            try response.lots.map { (lot) throws(AppError) in
                try NoteletInterface.ExpiringPoints(lot)
            }
        }
        return try await source.answer(to: question)
    }

    private var balance: Question<NoteletAPI.PointBalance, NoteletInterface.PointBalance> {
        Question(name: "rewards/balance") { (notelet) throws(NoteletError) in
            try await notelet.getBalance()
        } shown: { (balance) throws(AppError) in
            try NoteletInterface.PointBalance(balance)
        }
    }
}

extension PointRepository: ObservablePointRepositoryInterface
where Source: ObservableAnswerSource {
    /// Follows the balance.
    package func observeBalance() -> AsyncStream<NoteletInterface.PointBalance?> {
        source.answers(to: balance)
    }
}
