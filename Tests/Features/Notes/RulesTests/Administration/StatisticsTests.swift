import Domain
import Testing
import NoteRules

@Suite struct StatisticsTests {
    private static let day: Int64 = 86_400_000

    @Test func daysEndAtMidnightInUTC() throws {
        var statistics = try Statistics(firstDay: 10, dayCount: 2)
        let edges: [Int64] = [
            10 * Self.day - 1, 10 * Self.day, 11 * Self.day - 1, 11 * Self.day,
            12 * Self.day - 1, 12 * Self.day,
        ]
        for edge in edges { statistics.add(.note(Instant(milliseconds: edge), .link)) }
        #expect(statistics.days.map(\.notesByLink) == [2, 2])
        #expect(statistics.total.notesByLink == 6)
    }

    @Test func eachFactHasItsCount() throws {
        var statistics = try Statistics(firstDay: 0, dayCount: 1)
        let moment = Instant(milliseconds: 5)
        let facts: [Fact] = [
            .account(moment), .note(moment, .link), .note(moment, .contact), .answer(moment),
            .block(moment), .report(moment), .filteredNote(moment),
        ]
        for fact in facts { statistics.add(fact) }
        var tally = Tally()
        tally.accounts = 1
        tally.notesByLink = 1
        tally.notesByContact = 1
        tally.answers = 1
        tally.filteredNotes = 1
        tally.blocks = 1
        tally.reports = 1
        #expect(statistics.days == [tally] && statistics.total == tally)
    }

    @Test func momentsFarOffAreInTheTotalAlone() throws {
        var statistics = try Statistics(firstDay: .max, dayCount: 1)
        for milliseconds in [Int64.min, -1, 0] {
            statistics.add(.answer(Instant(milliseconds: milliseconds)))
        }
        #expect(statistics.days[0].answers == 0 && statistics.total.answers == 3)
    }

    @Test(arguments: [0, Statistics.dayCountMax + 1, .max])
    func tablesHaveALength(dayCount: UInt32) {
        #expect(throws: DomainError.self) { try Statistics(firstDay: 0, dayCount: dayCount) }
    }

    @Test func theLongestTableIsTenYears() throws {
        let statistics = try Statistics(firstDay: 0, dayCount: Statistics.dayCountMax)
        #expect(statistics.days.count == 3_660)
    }
}
