import NoteletInterface
import Testing

@Suite("The order of names")
struct NameOrderTests {
    private func sorted(_ names: [String]) -> [String] {
        names.sorted {
            NameOrder.key(of: $0).lexicographicallyPrecedes(NameOrder.key(of: $1))
        }
    }

    @Test(
        "Letters go before their case, width and accents, numbers by what they count",
        arguments: [
            ["alice", "Bob", "carol"], ["Eve", "Évelyn", "ewa"], ["2", "10", "a"],
            ["room 9", "Room 10", "room 10a"], ["a", "a1", "a2b", "a10", "ab"], ["01", "1"],
            ["ｂｏｂ", "carl"], ["가나", "나라", "하늘"], ["あい", "いろ"], ["", "a"],
            ["99999999999999999999", "100000000000000000000"],
        ]
    )
    func order(names: [String]) {
        #expect(sorted(names.reversed()) == names)
        #expect(sorted(names) == names)
    }

    @Test("Names that differ have keys that differ")
    func differences() {
        let names = ["a", "A", "á", "ａ", "a1", "a01", "a 1"]
        #expect(Set(names.map(NameOrder.key)).count == names.count)
    }
}
