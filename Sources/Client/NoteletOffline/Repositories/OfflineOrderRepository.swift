public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads orders with a copy of those of pools that were asked for, and of those in hand; to take
/// one, to carry it out and to give it back there must be a network.
public struct OfflineOrderRepository: KeptOrderRepositoryInterface {
    let space: AccountSpace
    let answers: KeptAnswers

    /// What the account is, as it was answered last where there is no network.
    public func fetchAgent() async throws -> NoteletInterface.Agent? {
        do {
            return try await answers.answer(to: OrderQuestions.agent)
        } catch let error as AppError where error.refusal?.reason == "NOT_AN_AGENT" {
            return nil
        }
    }

    /// The orders of the copy that can be taken or are on their way, as the policy of lists has it;
    /// those that are at their end the service has alone.
    public func orderPages(
        inPool pool: String,
        status: NoteletInterface.Order.Status,
        pageSize: Int
    ) -> Pages<NoteletInterface.Order> {
        let (feed, size) = (SharedFeed.orders(pool), PagePlace.size(pageSize))
        return Pages { [space] cursor in
            let account = try await space.requireAccount()
            guard [.open, .inProgress].contains(status) else {
                return try await RemoteOrderRepository(caller: account.caller)
                    .orderPage(inPool: pool, status: status, at: cursor, size: pageSize)
            }
            let read = {
                @Sendable (tables: CopyTables) throws(SQLiteError) in
                let (orders, next) = try tables.shownOrders(
                    inPool: pool,
                    status: status,
                    behind: cursor?.bytes,
                    countMax: size
                )
                return ListPage(items: orders, next: next.map { PageCursor(bytes: $0) })
            }
            // A list is asked for where it begins, and read on as it is by then.
            return cursor == nil
                ? try await account.readShared(feed, read) : try await account.copy.read(read)
        }
    }

    /// The account's page by page, of which the first one is kept; those in hand are on one.
    public func ownOrderPages(
        status: NoteletInterface.Order.Status,
        pageSize: Int
    ) -> Pages<NoteletInterface.Order> {
        Pages { [answers] cursor in
            if status == .inProgress {
                let inHand = try await answers.answer(to: OrderQuestions.inHand)
                return ListPage(items: inHand, next: nil)
            }
            return try await answers.answer(
                to: OrderQuestions.ownPage(status, at: cursor, size: pageSize)
            )
        }
    }

    /// One, as the service has it, and as it is known here where that is not reached.
    public func findById(_ id: UUID) async throws -> NoteletInterface.Order? {
        let account = try await space.requireAccount()
        do {
            return try await RemoteOrderRepository(caller: account.caller).findById(id)
        } catch let error as AppError where error.isUnreached {
            let known = try await account.copy.read { (tables) throws(SQLiteError) in
                try tables.shownOrder(id.bytes)
            }
            guard let known else { throw error }
            return known
        }
    }

    /// Takes one, which is on the device from then on, with where it goes.
    public func acceptOrder(_ id: UUID, intention: UUID) async throws -> NoteletInterface.Order {
        try await change(id) { (notelet) throws(NoteletError) in
            try await notelet.acceptOrder(id: id.bytes, idempotencyKey: .of(intention))
        }
    }

    /// Carries one out, which goes from the device.
    public func completeOrder(_ id: UUID, intention: UUID) async throws -> CompletedOrder {
        let account = try await space.requireAccount()
        let response = try await account.changeShared(
            in: account.feed(ofShared: id)
        ) { (notelet) throws(NoteletError) in
            try await notelet.completeOrder(id: id.bytes, idempotencyKey: .of(intention))
        } steps: { _ in
            [.delete(id.bytes)]
        }
        if let order = response.order { try await note(order, in: account) }
        return try CompletedOrder(response)
    }

    /// Gives one back, which goes from the device but for what all may know.
    public func releaseOrder(
        _ id: UUID,
        reason: String,
        intention: UUID
    ) async throws -> NoteletInterface.Order {
        try await change(id) { (notelet) throws(NoteletError) in
            try await notelet.releaseOrder(
                id: id.bytes,
                reason: reason,
                idempotencyKey: .of(intention)
            )
        }
    }

    /// The orders of a pool that can be taken or are on their way now, and again after each change;
    /// none where the pool is taken away or may not be followed.
    public func observeOrders(inPool pool: String) -> AsyncStream<[NoteletInterface.Order]> {
        space.sharedValues(of: SharedFeed.orders(pool), orElse: [], and: .answers) {
            (tables) throws(SQLiteError) in
            try tables.shownOrders(inPool: pool).orders
        }
    }

    /// The orders in hand now, and again after each change; what a pool's feed tells of one of them
    /// has them asked for anew.
    public func observeOrdersInHand() -> AsyncStream<[NoteletInterface.Order]?> {
        answers.answers(to: OrderQuestions.inHand)
    }

    private func change(
        _ id: UUID,
        _ call: (Notelet) async throws(NoteletError) -> NoteletAPI.Order
    ) async throws -> NoteletInterface.Order {
        let account = try await space.requireAccount()
        let order = try await account.changeShared(in: account.feed(ofShared: id), call) {
            (order) throws(AppError) in
            [.put(try SharedEntry(order.toldToAll, as: .order))]
        }
        try await note(order, in: account)
        return try NoteletInterface.Order(order)
    }

    private func note(_ order: NoteletAPI.Order, in account: OpenAccount) async throws {
        try await answers.noteChange(in: account) { (tables) throws(SQLiteError) in
            try tables.noteOrder(order)
        }
    }
}
