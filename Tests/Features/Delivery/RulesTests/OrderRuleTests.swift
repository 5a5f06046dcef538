import Domain
import RuleTestSupport
import Testing

@testable import DeliveryRules

/// What an order may say.
@Suite struct OrderRuleTests {
    private func details(
        customer: String = "김고객",
        phone: String = "010-0000-0000",
        note: String = "",
        stops: [OrderStop] = [OrderStop("서울시청", .dropoff)]
    ) throws(DomainError) -> OrderDetails {
        try OrderDetails(customer: customer, phone: phone, note: note, stops: stops)
    }

    private func order(
        _ summary: String = "국수 둘",
        fee: Int64 = 3_500,
        pool: String = "north",
        reference: [UInt8] = [1]
    ) throws(DomainError) -> NewOrder {
        try NewOrder(summary, fee: fee, details(), in: pool, called: reference)
    }

    private func text(_ count: Int) -> String { String(repeating: "가", count: count) }

    /// Every field below, at and beyond its limit; nil where it is taken.
    @Test func detailsHaveTheirLimits() throws {
        func check(_ field: String?, _ make: () throws(DomainError) -> OrderDetails) throws {
            guard let field else { return #expect(try make().isLegal) }
            #expect(invalidField(try refusal { () throws(DomainError) in _ = try make() }) == field)
        }
        for (count, field) in [(0, nil), (100, nil), (101, "customer")] {
            try check(field) { () throws(DomainError) in try details(customer: text(count)) }
        }
        for (count, field) in [(0, nil), (50, nil), (51, "phone")] {
            try check(field) { () throws(DomainError) in try details(phone: text(count)) }
        }
        for (count, field) in [(0, nil), (1_000, nil), (1_001, "note")] {
            try check(field) { () throws(DomainError) in try details(note: text(count)) }
        }
        for (count, field) in [(0, "stops"), (1, nil), (20, nil), (21, "stops")] {
            let stops = [OrderStop](repeating: OrderStop("문앞", .pickup), count: count)
            try check(field) { () throws(DomainError) in try details(stops: stops) }
        }
        for (count, field) in [(0, "stops"), (1, nil), (300, nil), (301, "stops")] {
            let stops = [OrderStop(text(count), .pickup)]
            try check(field) { () throws(DomainError) in try details(stops: stops) }
        }
        for (number, field) in [(0, "stops"), (1, nil), (2, nil), (3, "stops"), (258, "stops")] {
            let stops = [OrderStop("문앞", kindNumber: UInt32(number))]
            try check(field) { () throws(DomainError) in try details(stops: stops) }
        }
        // Characters of many bytes: each field is within its limit, and all are not.
        let wide = String(repeating: "👩‍👩‍👧‍👦", count: 300)
        let most = [OrderStop](repeating: OrderStop(wide, .pickup), count: 20)
        try check("stops") { () throws(DomainError) in try details(stops: most) }
    }

    @Test func aStopKeepsItsPoint() throws {
        for (latitude, longitude) in [
            (375_665_000, 1_269_780_000), (-900_000_000, -1_800_000_000),
            (900_000_000, 1_800_000_000),
            (0, 0),
        ] as [(Int32, Int32)] {
            let point = MapPoint(storedLatitude: latitude, longitude: longitude)
            let stop = OrderStop("여기", .pickup, at: point)
            #expect(stop.point == point)
            #expect(try details(stops: [stop]).isLegal)
        }
        #expect(OrderStop("여기", .pickup).point == nil)
        let beyond = MapPoint(storedLatitude: 900_000_001, longitude: 0)
        let found = try refusal { () throws(DomainError) in
            _ = try details(stops: [OrderStop("여기", .pickup, at: beyond)])
        }
        #expect(invalidField(found) == "stops")
    }

    @Test func anOrderHasItsLimits() throws {
        func check(_ field: String, _ make: () throws(DomainError) -> NewOrder) throws {
            #expect(invalidField(try refusal { () throws(DomainError) in _ = try make() }) == field)
        }
        for summary in ["", " \u{3164}", text(201)] {
            try check("summary") { () throws(DomainError) in try order(summary) }
        }
        #expect(try order(text(200)).summary == text(200))
        for pool in ["", "North", String(repeating: "a", count: 65)] {
            try check("pool") { () throws(DomainError) in try order(pool: pool) }
        }
        for count in [0, 65] {
            let reference = [UInt8](repeating: 1, count: count)
            try check("reference") { () throws(DomainError) in try order(reference: reference) }
        }
        #expect(try order(reference: [UInt8](repeating: 1, count: 64)).reference.count == 64)
        for fee: Int64 in [0, 100_000_000] { #expect(try order(fee: fee).fee == fee) }
        #expect(try refusal { () throws(DomainError) in try order(fee: -1) } == .negativeValue)
        for fee in [100_000_001, Int64.max] {
            #expect(
                try refusal { () throws(DomainError) in try order(fee: fee) }
                    == .amountOutOfRange(maximum: 100_000_000)
            )
        }
    }

    @Test func termsStayWithinTheirLimits() {
        #expect(DeliveryTerms(releaseSeconds: -1).releaseSeconds == 0)
        #expect(DeliveryTerms(releaseSeconds: .max).releaseSeconds == 86_400)
        #expect(DeliveryTerms(withdrawalDays: 0).withdrawalDays == 1)
        #expect(DeliveryTerms(withdrawalDays: .max).withdrawalDays == 90)
        #expect(DeliveryTerms().releaseSeconds == 0 && DeliveryTerms().withdrawalDays == 7)
    }
}
