import TestSupport
import TextForms
import Testing

/// Moments between their milliseconds and RFC 3339.
@Suite struct MomentTextTests {
    @Test(
        "Moments are written as RFC 3339 and read back",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_700_000_012_345, "2023-11-14T22:13:32.345Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func moments(milliseconds: Int64, text: String) {
        #expect(MomentText.text(ofMilliseconds: milliseconds) == text)
        #expect(MomentText.milliseconds(of: text) == milliseconds)
    }

    @Test(
        "What is no moment is refused",
        arguments: [
            "", "2023-02-29T00:00:00.000Z", "2023-13-01T00:00:00.000Z", "2023-01-01T24:00:00.000Z",
            "2023-01-01 00:00:00.000Z", "2023-01-01T00:00:00.000", "2023-04-31T00:00:00.000Z",
            "2023-00-01T00:00:00.000Z", "2023-01-00T00:00:00.000Z", "2023-01-01T00:60:00.000Z",
            "2023-01-01T00:00:60.000Z", "2023-01-01T00:00:00.00+Z", "2023-01-01T00:00:00.000z",
            "2023-1-01T00:00:00.0000Z",
        ]
    )
    func noMoments(text: String) {
        #expect(MomentText.milliseconds(of: text) == nil)
    }

    @Test(
        "People may write a moment in any form of RFC 3339, or a day",
        arguments: [
            ("2026-03-01", "2026-03-01T00:00:00.000Z"),
            ("2026-03-01T08:15:30Z", "2026-03-01T08:15:30.000Z"),
            ("2026-03-01t08:15:30z", "2026-03-01T08:15:30.000Z"),
            ("2026-03-01 08:15:30Z", "2026-03-01T08:15:30.000Z"),
            ("2026-03-01T08:15:30.2Z", "2026-03-01T08:15:30.200Z"),
            ("2026-03-01T08:15:30.25999999999999999999Z", "2026-03-01T08:15:30.259Z"),
            ("2026-03-01T17:15:30+09:00", "2026-03-01T08:15:30.000Z"),
            ("2026-03-01T00:15:30.004-08:30", "2026-03-01T08:45:30.004Z"),
            ("2026-03-01T00:00:00-00:00", "2026-03-01T00:00:00.000Z"),
            ("2024-02-29T23:59:59+23:59", "2024-02-29T00:00:59.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
            ("2017-01-01T08:59:60.5+09:00", "2017-01-01T00:00:00.500Z"),
            ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ]
    )
    func writtenMoments(text: String, canonical: String) {
        #expect(MomentText.milliseconds(writtenAs: text) == MomentText.milliseconds(of: canonical))
        #expect(
            MomentText.milliseconds(writtenAs: canonical) == MomentText.milliseconds(of: canonical)
        )
    }

    @Test(
        "What only resembles a moment is refused",
        arguments: [
            "", "2026", "2026-03", "2026-3-1", "2026-02-29", "2026-13-01", "2026-00-10",
            "2026-01-32", "26-03-01", "2026-03-01T", "2026-03-01T08:15Z", "2026-03-01T08:15:30",
            "2026-03-01T08:15:30.Z", "2026-03-01T08:15:30,5Z", "2026-03-01T24:00:00Z",
            "2026-03-01T08:60:30Z", "2026-03-01T08:15:61Z", "2026-03-01T08:15:60Z",
            "2026-03-01T08:15:30+0900", "2026-03-01T08:15:30+09", "2026-03-01T08:15:30+24:00",
            "2026-03-01T08:15:30+09:60", "2026-03-01T08:15:30Zulu", "2026-03-01T08:15:30Z ",
            " 2026-03-01", "2026-03-01T08:15:3０Z", "-026-03-01", "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "2026-03-01  08:15:30Z",
        ]
    )
    func unwrittenMoments(text: String) {
        #expect(MomentText.milliseconds(writtenAs: text) == nil)
    }

    @Test func everyMomentIsReadAtEveryOffset() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let minutes = Int64.random(in: -1439...1439, using: &random)
            let moment = Int64.random(
                in: -60_000_000_000_000...200_000_000_000_000,
                using: &random
            )
            let text = MomentText.text(ofMilliseconds: moment + minutes * 60_000).dropLast()
            let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
            let offset = [hours, rest].map { ($0 < 10 ? "0" : "") + String($0) }
            let written = text + (minutes < 0 ? "-" : "+") + offset.joined(separator: ":")
            #expect(MomentText.milliseconds(writtenAs: String(written)) == moment, "\(written)")
        }
    }

    @Test("Moments beyond the calendar are numbers")
    func beyondTheCalendar() {
        for milliseconds in [Int64.min, .max, 253_402_300_800_000, -62_167_219_200_001] {
            #expect(MomentText.characters(ofMilliseconds: milliseconds) == nil)
            #expect(MomentText.text(ofMilliseconds: milliseconds) == String(milliseconds))
            #expect(MomentText.minuteText(ofMilliseconds: milliseconds) == String(milliseconds))
            MomentText.forEachDigit(ofMilliseconds: milliseconds) { place, _ in
                Issue.record("a digit at \(place)")
            }
        }
    }

    @Test("For people moments end with the minute")
    func minutes() {
        #expect(MomentText.minuteText(ofMilliseconds: 1_700_000_012_345) == "2023-11-14 22:13")
        #expect(MomentText.minuteText(ofMilliseconds: -1) == "1969-12-31 23:59")
    }
}
