import Testing

@testable import TelemetryCommands

@Suite("Properties on the command line")
struct PairTests {
    @Test("The first equals sign parts the key from the value, and there has to be one")
    func pairs() {
        #expect(Pair("count=40")?.key == "count" && Pair("count=40")?.value == "40")
        #expect(Pair("a=b=c")?.value == "b=c")
        #expect(Pair("a=")?.value == "" && Pair("=b")?.key == "")
        // A combining mark is of the value, though people see one character.
        #expect(Pair("k=\u{338}")?.key == "k" && Pair("k=\u{338}")?.value == "\u{338}")
        #expect(Pair("count") == nil && Pair("") == nil)
    }
}
