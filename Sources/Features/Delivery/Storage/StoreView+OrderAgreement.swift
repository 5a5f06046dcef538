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
        let name = reference(Order.paymentName(order.key), of: .deliveries)
        guard let number = try transferNumber(called: name) else {
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
            let order = transfer.subject.storedKey
            if try !contains(order, in: Schema.orders.id) {
                report(Schema.orders.id, order, "a transfer paid for it, and it is not there")
            } else if transfer.reference
                != reference(Order.paymentName(transfer.subject), of: .deliveries)
            {
                report(Schema.orders.id, order, "a transfer of another name paid for it")
            }
            return .next
        }
    }
}
