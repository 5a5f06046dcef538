import Testing
import TextForms

@Suite("Dates of the calendar")
struct CalendarDateTests {
    @Test(
        "A date is a day counted from 1970, and back",
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (1970, 3, 1, 59), (1972, 2, 29, 789),
            (2000, 2, 29, 11_016), (2026, 11, 27, 20_784), (0, 3, 1, -719_468),
            (9999, 12, 31, 2_932_896),
        ]
    )
    func days(year: Int, month: Int, day: Int, number: Int) throws {
        let date = try #require(CalendarDate(year: year, month: month, day: day))
        #expect(date.dayNumber == number && CalendarDate(dayNumber: number) == date)
    }

    @Test(
        "What no month has is no date",
        arguments: [
            (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 1, 0), (2026, 1, 32), (2026, 0, 1),
            (2026, 13, 1),
        ]
    )
    func noDates(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test("Months are counted over the ends of years")
    func months() throws {
        let date = try #require(CalendarDate(year: 2026, month: 11, day: 27))
        #expect(date.monthNumber == 2026 * 12 + 10)
        for (step, year, month) in [(0, 2026, 11), (1, 2026, 12), (2, 2027, 1), (-11, 2025, 12)] {
            let first = CalendarDate(year: year, month: month, day: 1)
            #expect(CalendarDate(monthNumber: date.monthNumber + step) == first)
        }
    }
}
