import Testing

@testable import Networking

@Suite
struct SourceTableTests {
    private final class Source: EventSource {
        func handle(_ readiness: Readiness) {}
        func loopWillEnd() {}
    }

    @Test
    func `A tag finds its source until it leaves, also when the slot is taken again`() {
        var table = SourceTable()
        let (first, second, third) = (Source(), Source(), Source())
        let firstTag = table.insert(first)
        let secondTag = table.insert(second)
        #expect(table[firstTag] === first)
        #expect(table[secondTag] === second)
        table.remove(firstTag)
        #expect(table[firstTag] == nil)
        let thirdTag = table.insert(third)
        #expect(thirdTag != firstTag)
        #expect(table[firstTag] == nil)
        #expect(table[thirdTag] === third)
        table.remove(firstTag)
        #expect(table[thirdTag] === third)
        #expect(table.all.count == 2)
        #expect(table[.max] == nil)
    }
}
