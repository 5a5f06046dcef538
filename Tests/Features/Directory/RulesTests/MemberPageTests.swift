import DirectoryRules
import Domain
import RuleTestSupport
import Testing

/// Which page of members is meant, and in which order they come.
@Suite struct MemberPageTests {
    @Test(
        arguments: [
            (0, 0, 20, 0), (1, 0, 20, 20), (2, 500, 500, 1_000), (20, 500, 500, 10_000),
            (500, 20, 20, 10_000), (10_000, 1, 1, 10_000),
        ] as [(Int32, Int32, Int, Int)]
    )
    func aPageByItsNumber(_ page: Int32, _ size: Int32, _ count: Int, _ passedOver: Int) throws {
        let page = try MemberPage(page, size: size, hasCursor: false)
        #expect(page.size.count == count && page.passedOver == passedOver)
    }

    @Test(
        arguments: [
            (-1, 20, false), (501, 20, false), (21, 500, false), (10_001, 1, false),
            (.max, 500, false), (.min, 500, false), (1, 20, true), (-1, 20, true),
        ] as [(Int32, Int32, Bool)]
    )
    func aPageThatNoNumberLeadsTo(_ page: Int32, _ size: Int32, _ hasCursor: Bool) throws {
        let refused = try refusal { () throws(DomainError) in
            _ = try MemberPage(page, size: size, hasCursor: hasCursor)
        }
        #expect(invalidField(refused) == "page")
        guard case .invalidValue(_, let expected) = refused else { return }
        #expect(expected.contains("Go on with the cursor"))
    }

    @Test func aCursorNeedsNoNumberAndASizeIsChecked() throws {
        #expect(try MemberPage(0, size: 500, hasCursor: true).passedOver == 0)
        for size: Int32 in [-1, 501] {
            let refused = try refusal { () throws(DomainError) in
                _ = try MemberPage(0, size: size, hasCursor: false)
            }
            #expect(invalidField(refused) == "page_size")
            guard case .invalidValue(_, let expected) = refused else { continue }
            #expect(expected.hasSuffix("or 0 for 20"))
        }
    }

    @Test func namesAreOrderedWithoutCaseAndThenByWhoJoinedFirst() {
        let names = ["bob", "Alice", "BOB", "가나", "alice b", "Zoe"]
        let orders = names.enumerated().map { index, name in
            (MemberOrder(name: name, place: Sequence(UInt64(index + 1))), name)
        }
        let sorted = orders.sorted { $0.0 < $1.0 }.map(\.1)
        #expect(sorted == ["Alice", "alice b", "bob", "BOB", "Zoe", "가나"])
    }

    @Test func anOrderIsReadAsItWasWritten() {
        for name in ["A", String(repeating: "가", count: 100)] {
            let order = MemberOrder(name: name, place: Sequence(1 << 40))
            #expect(MemberOrder(order.bytes) == order)
        }
        #expect(MemberOrder([UInt8](repeating: 0, count: 7)) == nil)
        #expect(MemberOrder([UInt8](repeating: 0, count: 308)) != nil)
        #expect(MemberOrder([UInt8](repeating: 0, count: 309)) == nil)
        // Of a longer name the rest does not count.
        let long = String(repeating: "👩‍👩‍👧‍👦", count: 99)
        let (left, right) = (long + "a", long + "b")
        #expect(
            MemberOrder(name: left, place: .start) == MemberOrder(name: right, place: .start)
        )
    }
}
