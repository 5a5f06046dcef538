internal import DeliveryRules
internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import Records
internal import StorageEngine

// What the ledger paid has to be what was carried out.
extension StoreView {
    /// In what an order disagrees with the transfer that is called by it; of who is being erased
    /// one of both may be silent already.
    func disagreement(of order: OrderRow) throws(DomainError) -> String? {
        let isPaid = order.status == .completed && order.fee > 0
        guard let number = try transferNumber(called: paymentReference(of: order)) else {
            return isPaid ? "no transfer paid for it" : nil
        }
        guard isPaid else { return "a transfer paid for it, and nothing is due" }
        guard let transfer = try transfer(number) else { return nil }
        let receiver = transfer.destination.account
        let isReceiver =
            receiver == .own(order.agent, .cash) || receiver.role == .erased
            || order.agent == .nobody && receiver.role == .own
        let isSame =
            transfer.kind == .earn && transfer.source.account == .app(.issued, .cash)
            && transfer.amount == Int64(clamping: order.fee) && transfer.subject == order.key
        return isSame && isReceiver ? nil : "the transfer that paid for it is another one"
    }

    /// Tells of transfers that paid for an order which is not there, or not by its name.
    func findPaymentsOfNoOrder(
        _ report: (TableID, Key, String) -> Void
    ) throws(DomainError) {
        try visitTransfers { _, transfer throws(DomainError) in
            guard let transfer, transfer.reference?.source == .deliveries else { return .next }
            let key = transfer.subject.storedKey
            guard try contains(key, in: Schema.orders.id) else {
                report(Schema.orders.id, key, "a transfer paid for it, and it is not there")
                return .next
            }
            let found = try readable { () throws(DomainError) in
                try row(at: transfer.subject, in: Schema.orders)
            }
            // What cannot be read is reported where it lies.
            if let order = found, transfer.reference != paymentReference(of: order) {
                report(Schema.orders.id, key, "a transfer of another name paid for it")
            }
            return .next
        }
    }

    private func paymentReference(of order: OrderRow) -> TransferReference {
        let name = Order.paymentName(order.key, openedAt: order.openedAt)
        return reference(name, of: .deliveries)
    }
}
