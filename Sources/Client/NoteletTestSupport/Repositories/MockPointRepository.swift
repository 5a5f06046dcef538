public import NoteletInterface

/// Points of which a test says what there are.
public final class MockPointRepository: ObservablePointRepositoryInterface {
    /// What a page is asked for by.
    public typealias PageCall = (cursor: PageCursor?, pageSize: Int)

    /// What observers see; to set its value is to tell it.
    public let balance: FakeStream<PointBalance?>
    /// Calls of `fetchBalance()`.
    public let fetchBalanceCalls = FakeCall<Void, PointBalance>("fetchBalance()")
    /// Each page that `transactionPages(pageSize:)` is asked for.
    public let transactionPageCalls = FakeCall<PageCall, ListPage<PointTransaction>>(
        "transactionPages(pageSize:)"
    )
    /// Calls of `fetchExpiring()`.
    public let fetchExpiringCalls = FakeCall<Void, [ExpiringPoints]>("fetchExpiring()")

    /// Creates one that has handlers alone, and shows observers that nobody is signed in.
    public init() {
        balance = FakeStream(nil)
    }

    /// Creates one that has points, and stays so.
    ///
    /// - Parameters:
    ///   - balanceToReturn: What there is.
    ///   - transactions: By what it came, the newest first.
    ///   - expiring: What of it lapses.
    public init(
        balanceToReturn: PointBalance,
        transactions: [PointTransaction] = [],
        expiring: [ExpiringPoints] = []
    ) {
        balance = FakeStream(balanceToReturn)
        fetchBalanceCalls.handler = { _ in balanceToReturn }
        transactionPageCalls.handler = { call in
            ListPage(of: transactions, at: call.cursor, size: call.pageSize)
        }
        fetchExpiringCalls.handler = { _ in expiring }
    }

    /// Records the call, and gives the balance of the handler.
    public func fetchBalance() async throws -> PointBalance { try await fetchBalanceCalls(()) }

    /// Records each page that is asked for, and gives that of the handler.
    public func transactionPages(pageSize: Int) -> Pages<PointTransaction> {
        Pages { [transactionPageCalls] cursor in
            try await transactionPageCalls((cursor, pageSize))
        }
    }

    /// Records the call, and gives what the handler gives.
    public func fetchExpiring() async throws -> [ExpiringPoints] {
        try await fetchExpiringCalls(())
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeBalance() -> AsyncStream<PointBalance?> { balance.makeStream() }
}
