import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes of delivery")
struct DeliveryFakeTests {
    @Test("Orders are listed by pool and status, and what is done is recorded and answered")
    func orders() async throws {
        let open = [Order.fixture(), Order.fixture(), Order.fixture(pool: "south")]
        let own = Order.fixture(status: .inProgress, isOwn: true)
        let repository = MockOrderRepository(ordersToReturn: open + [own])
        #expect(try await repository.fetchAgent() == .fixture())
        var pages: [[UUID]] = []
        for try await page in repository.orderPages(inPool: "north", status: .open, pageSize: 1) {
            pages.append(page.map(\.id))
        }
        #expect(pages == [[open[0].id], [open[1].id]])
        #expect(repository.orderPageCalls.arguments.map(\.pool) == ["north", "north"])
        var mine: [Order] = []
        for try await page in repository.ownOrderPages(status: .inProgress, pageSize: 50) {
            mine += page
        }
        #expect(mine == [own] && own.isInHand && own.detail == .fixture())
        #expect(try await repository.findById(own.id) == own)
        #expect(try await repository.findById(UUID()) == nil)

        let intention = UUID()
        let taken = try await repository.acceptOrder(open[0].id, intention: intention)
        #expect(taken.isInHand && taken.takenAt == FakeClock.start)
        let done = try await repository.completeOrder(own.id, intention: intention)
        #expect(done.order.status == .completed && done.settled == own.fee)
        #expect(done.balance.available == own.fee)
        let back = try await repository.releaseOrder(own.id, reason: "flat", intention: intention)
        #expect(back.isOpen && !back.isOwn && back.takenAt == nil)
        #expect(repository.acceptOrderCalls.arguments.map(\.intention) == [intention])
        #expect(repository.releaseOrderCalls.arguments.map(\.reason) == ["flat"])
        await #expect(throws: AppError.self) {
            try await repository.acceptOrder(UUID(), intention: intention)
        }
    }

    @Test("Observers see what a pool has and what is in hand, and each change")
    func observers() async throws {
        let own = Order.fixture(status: .inProgress, isOwn: true)
        let open = Order.fixture()
        let done = Order.fixture(status: .completed)
        let repository = MockOrderRepository(
            ordersToReturn: [open, own, done, .fixture(pool: "south")]
        )
        var pool = repository.observeOrders(inPool: "north").makeAsyncIterator()
        #expect(await pool.next() == [open, own])
        var inHand = repository.observeOrdersInHand().makeAsyncIterator()
        #expect(await inHand.next() == [own])
        repository.orders.value = [own]
        #expect(await pool.next() == [own])
        #expect(repository.observeOrdersCalls.arguments == ["north"])
        let payments = MockPaymentRepository(balanceToReturn: MCash(total: 30))
        var balances = payments.observeMCash().makeAsyncIterator()
        #expect(await balances.next() == MCash(total: 30))
        payments.balance.value = nil
        #expect(await balances.next() == .some(nil))
    }

    @Test("Cash comes page by page, and what is asked for is held in the answer")
    func cash() async throws {
        let transactions = (1...3).map { number in
            MCashTransaction(id: number, change: 10, balance: 10, occurredAt: FakeClock.start)
        }
        let repository = MockPaymentRepository(
            balanceToReturn: MCash(total: 30, pending: 5),
            transactions: transactions
        )
        #expect(try await repository.fetchMCash().available == 25)
        var pages: [[UInt64]] = []
        for try await page in repository.transactionPages(pageSize: 2) {
            pages.append(page.map(\.id))
        }
        #expect(pages == [[1, 2], [3]] && repository.transactionPageCalls.count == 2)
        let asked = try await repository.requestWithdrawal(amount: 20, intention: UUID())
        #expect(asked.amount == 20 && asked.balance == MCash(total: 30, pending: 25))
        #expect(asked.pendingUntil > asked.requestedAt)
        #expect(repository.requestWithdrawalCalls.arguments.map(\.amount) == [20])
    }
}
