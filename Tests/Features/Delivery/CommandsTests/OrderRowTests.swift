import CommandLineInterface
import NoteletClient
import Testing

@testable import DeliveryCommands

@Suite("Orders and cash for programs and people")
struct OrderRowTests {
    @Test("The columns are all that rows have")
    func columns() {
        #expect(
            Order.form.kind.columns == [
                "id", "pool", "status", "summary", "fee", "opened_at", "taken_at", "closed_at",
                "is_own",
            ]
        )
        #expect(ChatMessage.form.kind.columns == ["number", "role", "text", "sent_at", "is_own"])
        #expect(
            LedgerEntry.form.kind.columns == [
                "sequence", "kind", "amount", "change", "balance", "occurred_at",
            ]
        )
    }

    @Test("Each word of the contract has one in either language, and a number that is not known")
    func words() {
        let wordings =
            OrderStatus.named.map(\.wording) + StopKind.named.map(\.wording)
            + ChatRole.named.map(\.wording)
        for wording in wordings { #expect(wording.others["ko"] != wording.english) }
        #expect(OrderStatus(rawValue: 99).wording.english == "99")
        #expect(StopKind(rawValue: 99).wording.english == "99")
        #expect(ChatRole(rawValue: 99).wording.english == "99")
    }

    @Test("A program reads the balance and what is held")
    func cash() {
        let balance = CashBalance(total: 10, pending: 4, available: 6)
        #expect(balance.json.text == #"{"total":10,"pending":4,"available":6}"#)
        let held = Withdrawal(transfer: 7, amount: 4, status: .pending)
        #expect(held.json.text == #"{"transfer":7,"amount":4,"status":"pending","paid":0}"#)
    }
}
