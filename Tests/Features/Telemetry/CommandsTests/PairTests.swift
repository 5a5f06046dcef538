import Testing

@testable import TelemetryCommands

@Suite("Properties on the command line")
struct PairTests {
    @Test("The first equals sign parts the key from the value, and there has to be one")
    func pairs() {
        #expect(Pair("count=40")?.key == "count" && Pair("count=40")?.value == "40")
        #expect(Pair("a=b=c")?.value == "b=c")
        #expect(Pair("a=")?.value == "" && Pair("=b")?.key == "")
        #expect(Pair("count") == nil && Pair("") == nil)
    }
}
