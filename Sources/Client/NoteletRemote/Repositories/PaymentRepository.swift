package import Foundation
internal import NoteletClient
package import NoteletInterface

/// Reads what an account has of cash, wherever answers to questions come from, and asks for it.
package struct PaymentRepository<Source: AnswerSource>: PaymentRepositoryInterface {
    private let source: Source

    /// Asks somebody.
    ///
    /// - Parameter source: Who answers.
    package init(_ source: Source) {
        self.source = source
    }

    /// Reads the balance.
    package func fetchMCash() async throws -> MCash { try await source.answer(to: balance) }

    /// Reads pages, the newest first, of which the first one of a size may be kept.
    package func transactionPages(pageSize: Int) -> Pages<MCashTransaction> {
        Pages { [source] cursor in
            let request = ListMCashRequest(
                cursor: cursor?.bytes ?? [],
                pageSize: Int32(clamping: pageSize)
            )
            let name = cursor == nil ? "delivery/cash/\(pageSize)" : nil
            let question = Question(name: name) { (notelet) throws(NoteletError) in
                try await notelet.call(DeliveryAPI.listMCash, request)
            } shown: { (response) throws(AppError) in
                let next = response.nextCursor
                return ListPage(
                    items: response.transactions.map { MCashTransaction($0) },
                    next: next.isEmpty ? nil : PageCursor(bytes: next)
                )
            }
            return try await source.answer(to: question)
        }
    }

    /// Asks for cash under the key of the intention.
    package func requestWithdrawal(
        amount: Int,
        intention: UUID
    ) async throws -> MCashWithdrawal {
        let response = try await source.change { (notelet) throws(NoteletError) in
            try await notelet.requestWithdrawal(
                amount: Int64(amount),
                idempotencyKey: .of(intention)
            )
        }
        return try MCashWithdrawal(response)
    }

    private var balance: Question<CashBalance, MCash> {
        Question(name: "delivery/cash") { (notelet) throws(NoteletError) in
            try await notelet.getMCash()
        } shown: { (balance) throws(AppError) in
            try MCash(balance)
        }
    }
}

extension PaymentRepository: ObservablePaymentRepositoryInterface
where Source: ObservableAnswerSource {
    /// Follows the balance.
    package func observeMCash() -> AsyncStream<MCash?> { source.answers(to: balance) }
}
