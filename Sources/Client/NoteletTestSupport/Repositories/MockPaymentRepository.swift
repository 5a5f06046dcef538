public import Foundation
public import NoteletInterface

/// Cash of which a test says what there is.
public final class MockPaymentRepository: ObservablePaymentRepositoryInterface {
    /// What a page is asked for by.
    public typealias PageCall = (cursor: PageCursor?, pageSize: Int)
    /// What a call that asks for cash is given.
    public typealias Withdrawal = (amount: Int, intention: UUID)

    /// What observers see; to set its value is to tell it.
    public let balance: FakeStream<MCash?>
    /// Calls of `fetchMCash()`.
    public let fetchMCashCalls = FakeCall<Void, MCash>("fetchMCash()")
    /// Each page that `transactionPages(pageSize:)` is asked for.
    public let transactionPageCalls = FakeCall<PageCall, ListPage<MCashTransaction>>(
        "transactionPages(pageSize:)"
    )
    /// Calls of `requestWithdrawal(amount:intention:)`.
    public let requestWithdrawalCalls = FakeCall<Withdrawal, MCashWithdrawal>(
        "requestWithdrawal(amount:intention:)"
    )

    /// Creates one that has handlers alone, and shows observers that nobody is signed in.
    public init() {
        balance = FakeStream(nil)
    }

    /// Creates one that has cash, and stays so: what is asked for is held in the answer alone.
    ///
    /// - Parameters:
    ///   - balanceToReturn: What there is.
    ///   - transactions: By what it came, the newest first.
    public init(balanceToReturn: MCash, transactions: [MCashTransaction] = []) {
        balance = FakeStream(balanceToReturn)
        fetchMCashCalls.handler = { _ in balanceToReturn }
        transactionPageCalls.handler = { call in
            ListPage(of: transactions, at: call.cursor, size: call.pageSize)
        }
        requestWithdrawalCalls.handler = { call in
            MCashWithdrawal(
                id: 1,
                amount: call.amount,
                requestedAt: FakeClock.start,
                pendingUntil: FakeClock.start + 7 * 86_400,
                balance: MCash(
                    total: balanceToReturn.total,
                    pending: balanceToReturn.pending + call.amount
                )
            )
        }
    }

    /// Records the call, and gives the balance of the handler.
    public func fetchMCash() async throws -> MCash { try await fetchMCashCalls(()) }

    /// Records each page that is asked for, and gives that of the handler.
    public func transactionPages(pageSize: Int) -> Pages<MCashTransaction> {
        Pages { [transactionPageCalls] cursor in
            try await transactionPageCalls((cursor, pageSize))
        }
    }

    /// Records the call, and gives what the handler gives.
    public func requestWithdrawal(
        amount: Int,
        intention: UUID
    ) async throws -> MCashWithdrawal {
        try await requestWithdrawalCalls((amount, intention))
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeMCash() -> AsyncStream<MCash?> { balance.makeStream() }
}
