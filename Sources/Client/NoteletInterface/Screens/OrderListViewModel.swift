public import Foundation
public import Observation

/// What a screen with the orders of a pool does, without the screen.
///
/// The latest load wins, and one that is let go of is no failure. An order that was taken is shown
/// at once as the service answered.
@MainActor
@Observable
public final class OrderListViewModel {
    /// What the screen shows.
    public private(set) var uiState = ListState<Order>()
    /// The orders that are being taken.
    public private(set) var acceptingOrders: Set<Order.ID> = []

    @ObservationIgnored private let pool: String
    @ObservationIgnored private let orders: any ObservableOrderRepositoryInterface
    @ObservationIgnored private var loading: Task<Void, Never>?
    /// What names the intention to take an order, again after a lost reply.
    @ObservationIgnored private var intentions: [Order.ID: UUID] = [:]

    /// Has nothing yet.
    ///
    /// - Parameters:
    ///   - pool: The name of the pool.
    ///   - orderRepository: Has the orders.
    public init(pool: String, orderRepository: any ObservableOrderRepositoryInterface) {
        self.pool = pool
        orders = orderRepository
    }

    deinit {
        loading?.cancel()
    }

    /// Loads the orders that can be taken; a load that is under way is given up.
    ///
    /// - Returns: What ends once the load is over, for who waits for it.
    @discardableResult
    public func onAppear() -> Task<Void, Never> {
        loading?.cancel()
        let load = uiState.beginLoading()
        let task = Task { [weak self, orders, pool] in
            do {
                var found: [Order] = []
                for try await page in orders.orderPages(
                    inPool: pool,
                    status: .open,
                    pageSize: 50
                ) {
                    found += page
                }
                self?.uiState.finish(load, with: found)
            } catch {
                self?.uiState.fail(load, with: error)
            }
        }
        loading = task
        return task
    }

    /// Shows orders as they come, until the stream ends or the task is cancelled.
    public func follow() async {
        for await orders in orders.observeOrders(inPool: pool) { uiState.replace(with: orders) }
    }

    /// Looks at an order.
    ///
    /// - Parameter id: Which one; nil for none.
    public func selectOrder(_ id: Order.ID?) {
        uiState.select(id)
    }

    /// Takes an order; however often it is tapped, it is asked for once at a time.
    ///
    /// - Parameter id: Which one.
    /// - Returns: What ends once that is decided, for who waits for it.
    @discardableResult
    public func acceptOrder(_ id: Order.ID) -> Task<Void, Never> {
        guard acceptingOrders.insert(id).inserted else { return Task {} }
        let intention = intentions[id] ?? UUID()
        intentions[id] = intention
        return Task { [weak self, orders] in
            do {
                let taken = try await orders.acceptOrder(id, intention: intention)
                self?.finish(id, with: taken)
            } catch {
                self?.fail(id, with: error)
            }
        }
    }

    /// Takes note of the error that is told.
    public func dismissError() {
        uiState.dismissError()
    }

    private func finish(_ id: Order.ID, with taken: Order) {
        acceptingOrders.remove(id)
        intentions[id] = nil
        uiState.replace(with: uiState.items.map { $0.id == id ? taken : $0 })
    }

    /// One that somebody else has is no more to be taken, and goes from the list.
    private func fail(_ id: Order.ID, with error: any Error) {
        acceptingOrders.remove(id)
        if let refusal = (error as? AppError)?.refusal {
            intentions[id] = nil
            if ["ORDER_TAKEN", "ORDER_CLOSED", "ORDER_NOT_FOUND"].contains(refusal.reason) {
                uiState.replace(with: uiState.items.filter { $0.id != id })
            }
        }
        uiState.show(error)
    }
}
