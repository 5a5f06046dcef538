public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads what the account has of cash, and asks for it, at the service.
public struct RemotePaymentRepository: PaymentRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for the balance.
    public func fetchMCash() async throws -> MCash {
        let balance = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.getMCash()
        }
        return try MCash(balance)
    }

    /// Asks for the statement page by page.
    public func transactionPages(pageSize: Int) -> Pages<MCashTransaction> {
        let list = ListMCashRequest()
        return Pages { [caller] cursor in
            try await caller.page(of: DeliveryAPI.listMCash, list, at: cursor, size: pageSize) {
                MCashTransaction($0)
            }
        }
    }

    /// Asks for cash under the key of the intention.
    public func requestWithdrawal(
        amount: Int,
        intention: UUID
    ) async throws -> MCashWithdrawal {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.requestWithdrawal(
                amount: Int64(amount),
                idempotencyKey: .of(intention)
            )
        }
        return try MCashWithdrawal(response)
    }
}
