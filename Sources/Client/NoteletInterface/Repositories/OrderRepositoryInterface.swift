public import Foundation

/// Reads orders, takes them and carries them out, where the service offers delivery.
public protocol OrderRepositoryInterface: Sendable {
    /// What the account is as an agent; nil where it is none.
    ///
    /// - Throws: `AppError`.
    func fetchAgent() async throws -> Agent?
    /// The orders of a pool that have a status, for agents, the newest first, page by page: 1 to
    /// 500 a page.
    func orderPages(inPool pool: String, status: Order.Status, pageSize: Int) -> Pages<Order>
    /// The orders that the account has, or had, of a status, the newest first.
    func ownOrderPages(status: Order.Status, pageSize: Int) -> Pages<Order>
    /// The order of an id; nil where there is none.
    ///
    /// - Throws: `AppError`.
    func findById(_ id: UUID) async throws -> Order?
    /// Takes an order that is open: of all who ask one gets it, and may ask again.
    ///
    /// - Throws: `AppError`, with the refusal ORDER_TAKEN where another one was first.
    func acceptOrder(_ id: UUID, intention: UUID) async throws -> Order
    /// Says that an order was carried out, which the service pays in the same step, once.
    ///
    /// - Throws: `AppError`.
    func completeOrder(_ id: UUID, intention: UUID) async throws -> CompletedOrder
    /// Gives an order back shortly after it was taken, where the service allows that.
    ///
    /// - Throws: `AppError`, with the refusal RELEASE_WINDOW_OVER where it does not.
    func releaseOrder(_ id: UUID, reason: String, intention: UUID) async throws -> Order
}

/// Orders that screens observe.
public protocol ObservableOrderRepositoryInterface: OrderRepositoryInterface {
    /// The orders of a pool that can be taken or are on their way now, the newest first, and again
    /// after each opening, taking, release and end.
    ///
    /// Who is slow misses what was in between, never what is last. The stream ends where the pool
    /// is taken away or cannot be followed; to ask for its orders tells why.
    func observeOrders(inPool pool: String) -> AsyncStream<[Order]>
}

/// Orders that stay on the device while the account has them in hand.
public protocol KeptOrderRepositoryInterface: ObservableOrderRepositoryInterface {
    /// The orders that the account has in hand now, the newest first, and again after each change
    /// that is known here. It is nil while nobody is signed in.
    func observeOrdersInHand() -> AsyncStream<[Order]?>
}
