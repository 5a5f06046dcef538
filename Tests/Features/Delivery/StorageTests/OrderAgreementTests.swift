import AccountRules
import AccountStorage
import DeliveryRules
import Domain
import LedgerRules
import LedgerStorage
import StorageEngine
import Testing

@testable import DeliveryStorage
@testable import LogStoreTools
@testable import Records
@testable import Storage
@testable import StoreTools

/// What a check of a store tells of orders and payments that do not agree, and what a salvage makes
/// of orders.
@Suite struct OrderAgreementTests {
    private let stage: DeliveryStage
    private var anna: UserNumber { stage.anna }
    private var ben: UserNumber { stage.ben }

    init() throws {
        stage = try DeliveryStage()
    }

    private func completed(_ reference: String, fee: Int64 = 3_500) throws -> Order {
        let order = try stage.create(reference, fee: fee)
        try stage.accept(order)
        return try stage.complete(order)
    }

    /// What is wrong with orders.
    private func findings() throws -> [String] {
        try stage.store.findings().filter { $0.table == "orders" }.map(\.problem)
    }

    /// What is wrong once an order was changed.
    private func findings(
        of order: Order,
        _ change: @escaping @Sendable (inout OrderRow) -> Void
    ) throws -> [String] {
        try stage.store.reopen()
        try stage.store.write { transaction throws(DomainError) in
            guard let old = try transaction.row(at: order.number, in: Schema.orders) else {
                throw .dataLoss("there is none")
            }
            var row = old
            change(&row)
            try transaction.put(row, insteadOf: old, in: Schema.orders)
        }
        return try findings()
    }

    @Test func whatIsAsItShouldBeIsNotTold() throws {
        _ = try completed("done")
        _ = try completed("for nothing", fee: 0)
        try stage.accept(try stage.create("in hand"))
        try stage.cancel(try stage.create("cancelled"))
        _ = try stage.create("open")
        #expect(try findings() == [])
    }

    @Test func aCompletedOrderAgreesWithItsPayment() throws {
        let (order, ben, anna) = (try completed("done"), ben, anna)
        let another = ["the transfer that paid for it is another one"]
        #expect(try findings(of: order) { $0.fee = 3_499 } == another)
        #expect(try findings(of: order) { $0.fee = 3_500 } == [])
        #expect(try findings(of: order) { $0.agent = ben } == another)
        #expect(try findings(of: order) { $0.agent = anna } == [])
        let undue = ["a transfer paid for it, and nothing is due"]
        #expect(try findings(of: order) { $0.status = .inProgress } == undue)
        #expect(try findings(of: order) { $0.status = .cancelled } == undue)
        #expect(try findings(of: order) { $0.status = .completed } == [])
        #expect(try findings(of: order) { $0.fee = 0 } == undue)
    }

    @Test func whatNobodyPaidForIsTold() throws {
        let order = try stage.accept(try stage.create())
        let unpaid = ["no transfer paid for it"]
        #expect(try findings(of: order) { $0.status = .completed } == unpaid)
        #expect(try findings(of: order) { $0.fee = 0 } == [])
    }

    @Test func aPaymentWithoutItsOrderIsTold() throws {
        let (kept, lost) = (try completed("kept"), try completed("lost"))
        let anna = anna
        try stage.store.write { transaction throws(DomainError) in
            try transaction.delete(at: lost.number, in: Schema.orders)
            let name = transaction.reference([1], of: .deliveries)
            let move = try Move(
                .earn,
                5,
                from: .app(.issued, .cash),
                to: .own(anna, .cash),
                subject: kept.number
            )
            try transaction.post(move, reference: name, .atEpoch)
        }
        let found = try Set(findings())
        #expect(
            found == [
                "a transfer paid for it, and it is not there",
                "a transfer of another name paid for it",
            ]
        )
    }

    /// Either of both may be erased first.
    @Test func whoIsBeingErasedLeavesNothingThatDisagrees() throws {
        _ = try completed("first")
        _ = try completed("second")
        try stage.accept(try stage.create("in hand"))
        let anna = anna
        try stage.store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        var isLeft = true
        while isLeft {
            #expect(try findings() == [])
            try stage.store.reopen()
            isLeft = try stage.store.write { transaction throws(DomainError) in
                try transaction.eraseNext(recordCountMax: 1)
            }
        }
        #expect(try findings() == [])
    }

    /// No order is lost with what told of it, and the feed tells of each as before.
    @Test func anOrderOutlivesTheEntryThatToldOfIt() throws {
        _ = try stage.create("open")
        try stage.accept(try stage.create("in hand"))
        let back = try stage.create("back")
        try stage.accept(back)
        try stage.release(back)
        _ = try completed("done")
        let damaged = try DamagedStore(of: stage.store)
        try damaged.begin()
        let feeds = Schema.sharedChanges.id
        let flipped = damaged.records.all.filter { $0.table == feeds }.map { record in
            var record = record
            record.stored[record.stored.count / 2] ^= 4
            return record
        }
        #expect(flipped.count == 4)
        try StoredRecords(inStore: damaged.path).change(put: flipped)
        let salvaged = try damaged.salvage()
        let orders = salvaged.records.all.filter { $0.table == Schema.orders.id }
        #expect(orders.count == 4)
        let told = salvaged.records.all.filter { $0.table == feeds }
        #expect(told.count == 3)
        for entry in told {
            let before = damaged.records.all.first { $0.table == feeds && $0.key == entry.key }
            #expect(before?.stored == entry.stored)
        }
    }
}
