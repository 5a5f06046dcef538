/// Reads what an account has of points, which nobody can give to himself.
public protocol PointRepositoryInterface: Sendable {
    /// What the account has.
    ///
    /// - Throws: `AppError`.
    func fetchBalance() async throws -> PointBalance
    /// What the account got and spent, the newest first, page by page: 1 to 500 a page.
    func transactionPages(pageSize: Int) -> Pages<PointTransaction>
    /// Which points lapse when, the first in front; all others never do.
    ///
    /// - Throws: `AppError`.
    func fetchExpiring() async throws -> [ExpiringPoints]
}

/// Points that screens observe.
public protocol ObservablePointRepositoryInterface: PointRepositoryInterface {
    /// What the account has now, and again after each change that is known here: what was done
    /// here, or was found when it was asked for. It is nil while nobody is signed in.
    ///
    /// Who is slow misses what was in between, never what is last.
    func observeBalance() -> AsyncStream<PointBalance?>
}
