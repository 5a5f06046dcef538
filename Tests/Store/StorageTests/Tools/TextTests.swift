import Domain
import TestSupport
import Testing

@testable import Storage

/// The texts of dumps and the values that they stand for.
@Suite struct TextTests {
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
        #expect(MomentText.text(of: Instant(milliseconds: milliseconds)) == text)
        #expect(MomentText.moment(of: text) == Instant(milliseconds: milliseconds))
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
        #expect(MomentText.moment(of: text) == nil)
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
        #expect(MomentText.moment(writtenAs: text) == MomentText.moment(of: canonical))
        #expect(MomentText.moment(writtenAs: canonical) == MomentText.moment(of: canonical))
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
        #expect(MomentText.moment(writtenAs: text) == nil)
    }

    @Test func everyMomentIsReadAtEveryOffset() throws {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let minutes = Int64.random(in: -1439...1439, using: &random)
            let moment = Instant(
                milliseconds: .random(in: -60_000_000_000_000...200_000_000_000_000, using: &random)
            )
            let shown = Instant(milliseconds: moment.milliseconds + minutes * 60_000)
            let text = try #require(MomentText.text(of: shown)).dropLast()
            let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
            let offset = [hours, rest].map { ($0 < 10 ? "0" : "") + String($0) }
            let written = text + (minutes < 0 ? "-" : "+") + offset.joined(separator: ":")
            #expect(MomentText.moment(writtenAs: String(written)) == moment, "\(written)")
        }
    }

    @Test func momentsBeyondTheCalendarAreNumbers() throws {
        for milliseconds in [Int64.min, .max, 253_402_300_800_000, -62_167_219_200_001] {
            let moment = Instant(milliseconds: milliseconds)
            #expect(MomentText.text(of: moment) == nil)
            var object = try written { $0.write("at", moment: moment) }
            #expect(try object.moment("at") == moment)
        }
    }

    @Test func textsComeBackWhateverTheyHold() throws {
        var random = SeededGenerator()
        for _ in 0..<200 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
                let range: ClosedRange<UInt32> =
                    [
                        0...0x7F, 0x80...0xFF, 0xAC00...0xD7A3,
                        0x1F300...0x1F6FF,
                    ].randomElement(using: &random) ?? 0...0
                text.unicodeScalars.append(
                    Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?"
                )
            }
            var object = try written { $0.write("text", text) }
            let back = try object.text("text")
            #expect(Array(back.utf8) == Array(text.utf8), "\(random)")
        }
    }

    @Test func controlCharactersAreEscaped() throws {
        var line = JSONWriter()
        line.begin()
        line.write("text", "\u{1B}[2J\u{9B}\u{7F}\n\"\\")
        line.end()
        let text = String(decoding: line.bytes, as: UTF8.self)
        #expect(text == #"{"text":"\u001b[2J\u009b\u007f\n\"\\"}"# + "\n")
    }

    @Test func idsAreUUIDs() throws {
        let id = OpaqueID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        var object = try written { $0.write("id", id: id) }
        #expect(try object.id("id") == id)
        #expect(OpaqueID(uuid: "00112233-4455-6677-8899-aabbccddeeff") == id)
        // People write either case; a dump has one form.
        let capitals = "00112233-4455-6677-8899-AABBCCDDEEFF"
        #expect(OpaqueID(uuid: capitals) == id)
        #expect(OpaqueID(uuid: capitals.utf8.span) == nil)
        #expect(OpaqueID(uuid: "00112233-4455-6677-8899-aabbccddeefG") == nil)
        #expect(OpaqueID(uuid: "+0112233-4455-6677-8899-aabbccddeeff") == nil)
        #expect(OpaqueID(uuid: "00112233445566778899aabbccddeeff") == nil)
        #expect(OpaqueID(uuid: "00112233-4455-6677-8899-aabbccddeef-") == nil)
        #expect(OpaqueID(uuid: "001122334-455-6677-8899-aabbccddeeff") == nil)
        #expect(OpaqueID(uuid: "0011223344556677-8899-aabb-ccdd-eeff") == nil)
        #expect(OpaqueID(uuid: "") == nil)
    }
}
