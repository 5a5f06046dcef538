import CommandLineInterface
import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

@testable import DeliveryOperatorCommands

@Suite("Orders in an operator's files and tables")
struct OrderFileTests {
    private func orders(_ text: String) throws -> [CreateOrderRequest] {
        let folder = TemporaryDirectory()
        let path = folder.path("orders.jsonl")
        try Data(text.utf8).write(to: URL(filePath: path))
        return try OrderFile.orders(in: path)
    }

    private let example = CreateOrderRequest(
        pool: "north",
        reference: Array("2026-11-27-001".utf8),
        summary: "Noodles for two",
        fee: 3_500,
        detail: OrderDetail(
            customer: "Kim",
            stops: [
                OrderStop(kind: .pickup, address: "1 Kitchen Road"),
                OrderStop(
                    kind: .dropoff,
                    address: "2 Table Street",
                    point: GeoPoint(latitude: 37.5665, longitude: 126.978)
                ),
            ]
        )
    )

    @Test("The example of the help is an order, and a line is one each")
    func lines() throws {
        #expect(try orders(OrderFile.example) == [example])
        #expect(try orders("\n\(OrderFile.example)\n\n\(OrderFile.example)\n").count == 2)
    }

    @Test("What may be left out is left out, and what is none is refused with its line")
    func members() throws {
        func line(_ stop: String, _ more: String = "") -> String {
            #"{"reference":"a","pool":"p","summary":"s","fee":0,"stops":[\#(stop)]\#(more)}"#
        }
        let stop = #"{"kind":"pickup","address":"x"}"#
        let bare = try #require(try orders(line(stop)).first)
        #expect(bare.detail?.customer.isEmpty == true && bare.shopperID.isEmpty)
        #expect(bare.detail?.stops.first?.point == nil)
        let id = "01010101-0101-0101-0101-010101010101"
        let named = try orders(line(stop, #","shopper":"\#(id)""#)).first
        #expect(named?.shopperID == [UInt8](repeating: 1, count: 16))
        for wrong in [
            line(#"{"kind":"fly","address":"x"}"#), line(stop, #","shopper":"kim""#),
            line(#"{"kind":"pickup","address":"x","point":"37.5"}"#),
            line(#"{"kind":"pickup","address":"x","point":"37.5,east"}"#), "{}", "none",
        ] {
            let failure = #expect(throws: CommandFailure.self) { _ = try orders("\n" + wrong) }
            #expect(failure?.exitCode == .badData)
        }
    }

    @Test("A program reads all that is kept of an order, as a file may have it")
    func rows() throws {
        let order = ListedOrder(
            order: Order(
                id: [UInt8](repeating: 1, count: 16),
                pool: "north",
                status: .inProgress,
                summary: example.summary,
                fee: example.fee,
                openedAt: Timestamp(seconds: 0, nanos: 0),
                detail: example.detail,
                agentName: "Park"
            ),
            agentID: [UInt8](repeating: 2, count: 16),
            reference: example.reference
        )
        let text = ListedOrder.form.json(order).text
        #expect(text.hasPrefix(#"{"id":"01010101-0101-0101-0101-010101010101","reference":"2026"#))
        #expect(text.contains(#""status":"in_progress""#) && text.contains(#""fee":3500"#))
        #expect(text.contains(#""agent":"Park","shopper":"""#))
        #expect(text.contains(#""taken_at":null"#))
        #expect(text.hasSuffix(#""point":"37.5665,126.978"}]}"#))
        #expect(order.facts.contains { $0 == ("dropoff", "2 Table Street") })
        #expect(order.facts.contains { $0.0 == "agent" && $0.1.hasPrefix("Park (") })
    }

    @Test("What became of orders and of cash is shown in words")
    func words() {
        let event = OrderEvent(kind: .released, operatorName: "root", reason: "far")
        let shown = OrderEvent.form.json(event).text
        #expect(shown.contains(#""kind":"released""#) && shown.contains(#""operator":"root""#))
        let held = ListedWithdrawal(withdrawal: Withdrawal(transfer: 7, amount: 9, status: .lapsed))
        let cash = ListedWithdrawal.form.json(held).text
        #expect(cash.contains(#""transfer":7"#) && cash.contains(#""status":"lapsed""#))
        let agent = ListedAgent(agent: Agent(name: "Park", ordersInHand: 2))
        #expect(ListedAgent.form.json(agent).text.contains(#""orders_in_hand":2"#))
    }
}
