import CommandLineInterface
import Domain
import Testing

@testable import OperatorCommands

@Suite("Moments of operators")
struct MomentTests {
    @Test(
        "A moment is one of RFC 3339, or a day, which begins at midnight in UTC",
        arguments: [
            ("2026-03-01", "2026-03-01T00:00:00.000Z"),
            ("2026-03-01T08:15:30Z", "2026-03-01T08:15:30.000Z"),
            ("2026-03-01T17:15:30.25+09:00", "2026-03-01T08:15:30.250Z"),
        ]
    )
    func reading(text: String, shown: String) throws {
        let instant = try #require(ValueSyntax<Instant>.moment.parse(text))
        #expect(Moment(instant).text == shown)
    }

    @Test("What is no moment is refused", arguments: ["", "today", "2026-02-30", "08:15"])
    func refused(text: String) {
        #expect(ValueSyntax<Instant>.moment.parse(text) == nil)
    }

    @Test("An id is shown as a UUID, and bytes that are none as nothing")
    func ids() {
        #expect(shownID([UInt8](0..<16)) == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(shownID([1, 2, 3]) == "")
    }
}
