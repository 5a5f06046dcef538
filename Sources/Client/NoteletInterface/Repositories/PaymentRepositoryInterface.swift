public import Foundation

/// Reads what an account has of cash, which nobody can give to himself, and asks for it.
public protocol PaymentRepositoryInterface: Sendable {
    /// What the account has.
    ///
    /// - Throws: `AppError`.
    func fetchMCash() async throws -> MCash
    /// What the account got and was paid out, the newest first, page by page: 1 to 500 a page.
    func transactionPages(pageSize: Int) -> Pages<MCashTransaction>
    /// Asks for cash to be paid out, which is held until an operator pays it or gives it back.
    /// Under the same intention it is asked for once.
    ///
    /// - Throws: `AppError`.
    func requestWithdrawal(amount: Int, intention: UUID) async throws -> MCashWithdrawal
}

/// Cash that screens observe.
public protocol ObservablePaymentRepositoryInterface: PaymentRepositoryInterface {
    /// What the account has now, and again after each change that is known here: what was done
    /// here, or was found when it was asked for. It is nil while nobody is signed in.
    ///
    /// Who is slow misses what was in between, never what is last.
    func observeMCash() -> AsyncStream<MCash?>
}
