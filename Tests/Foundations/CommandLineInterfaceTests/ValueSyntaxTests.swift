import CommandLineInterface
import Testing

@Suite("Values")
struct ValueSyntaxTests {
    @Test(
        "Whole numbers are plain digits within their range",
        arguments: [
            ("0", 0), ("65535", 65535), ("65536", nil), ("-1", nil), ("+1", nil), ("", nil),
            ("1.0", nil), ("0x1", nil), (" 1", nil), ("99999999999999999999", nil),
        ] as [(String, UInt16?)]
    )
    func number(text: String, value: UInt16?) {
        #expect(ValueSyntax<UInt16>.number.parse(text) == value)
    }

    @Test("The bounds that matter are named")
    func numberExpectation() {
        #expect(ValueSyntax<Int>.number.expectation.english == "a whole number")
        #expect(
            ValueSyntax<Int>.number(in: 1...Int.max).expectation.english == "a whole number from 1"
        )
        #expect(
            ValueSyntax<Int>.number(in: Int.min...9).expectation.english == "a whole number up to 9"
        )
        #expect(ValueSyntax<UInt16>.number.expectation.english == "a whole number from 0 to 65535")
    }

    @Test(
        "Decimal numbers are finite and plain",
        arguments: [
            ("0.5", 0.5), ("1", 1), ("-0.5", nil), ("nan", nil), ("inf", nil), ("1e0", nil),
            ("1.01", nil), ("", nil), (".", nil),
        ] as [(String, Double?)]
    )
    func decimal(text: String, value: Double?) {
        #expect(ValueSyntax.decimal(in: 0...1).parse(text) == value)
    }

    @Test(
        "A length of time needs its unit",
        arguments: [
            ("250ms", .milliseconds(250)), ("5s", .seconds(5)), ("2m", .seconds(120)),
            ("12h", .seconds(43_200)), ("7d", .seconds(604_800)), ("1us", .microseconds(1)),
            ("9ns", .nanoseconds(9)), ("0", .zero), ("5", nil), ("s", nil), ("5 s", nil),
            ("-5s", nil), ("1.5s", nil), ("5S", nil), ("106751d", .seconds(106_751 * 86_400)),
            ("106752d", nil), ("٣s", nil),
        ] as [(String, Duration?)]
    )
    func duration(text: String, value: Duration?) {
        #expect(ValueSyntax.duration.parse(text) == value)
    }

    @Test("Times and sizes may have bounds, which are named")
    func bounds() {
        let time = ValueSyntax.duration(from: "1s", to: "2h")
        #expect(time.parse("1s") == .seconds(1) && time.parse("120m") == .seconds(7_200))
        #expect(time.parse("999ms") == nil && time.parse("0") == nil && time.parse("3h") == nil)
        #expect(time.expectation.english.hasSuffix("such as 250ms, from 1s to 2h"))
        let size = ValueSyntax.byteCount(from: "4", to: "1KiB")
        #expect(size.parse("4") == 4 && size.parse("1024") == 1_024)
        #expect(size.parse("3") == nil && size.parse("2KiB") == nil)
        #expect(
            size.placeholder.english == "SIZE"
                && size.expectation.english.hasSuffix("from 4 to 1KiB")
        )
    }

    @Test(
        "A number of bytes may have a unit",
        arguments: [
            ("4096", 4096), ("64KiB", 65_536), ("10MB", 10_000_000), ("2GiB", 2_147_483_648),
            ("1B", 1), ("8388607TiB", 9_223_370_937_343_148_032), ("8388608TiB", nil),
            ("1kb", nil), ("", nil), ("KiB", nil),
        ] as [(String, Int64?)]
    )
    func byteCount(text: String, value: Int64?) {
        #expect(ValueSyntax.byteCount.parse(text) == value)
    }

    @Test("Paths are not empty, and shells complete them")
    func paths() {
        #expect(ValueSyntax.file.parse("") == nil)
        #expect(ValueSyntax.file.completion == .file)
        #expect(ValueSyntax.folder.parse("") == nil)
        #expect(ValueSyntax.folder.parse("/tmp") == "/tmp")
        #expect(ValueSyntax.folder.named("STORE").placeholder.english == "STORE")
    }

    @Test(
        "A yes or a no is one of eight words",
        arguments: [("1", true), ("Yes", true), ("off", false), ("0", false), ("2", nil)]
            as [(String, Bool?)]
    )
    func yesOrNo(text: String, value: Bool?) {
        #expect(ValueSyntax.yesOrNo.parse(text) == value)
    }
}
