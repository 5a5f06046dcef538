import Domain
import Testing
import TestSupport

@testable import Records
@testable import Storage

/// What the reader of lines makes of those that no writer wrote.
@Suite struct JSONReaderTests {
    private func reader(_ line: String) throws(DumpProblem) -> JSONReader {
        try JSONReader(Array(line.utf8)[...])
    }

    @Test(
        "What is no whole number as a dump has it is refused",
        arguments: [
            "", "-", "-1", "+1", "01", "00", "1.5", "1e3", "0x1", "\"1\"", "null", "true", "{}",
            "[1]", " 1", "1 ", "18446744073709551616", String(repeating: "9", count: 100_000),
        ]
    )
    func noNumbers(text: String) throws {
        #expect(throws: DumpProblem.self) {
            var line = try reader("{\"a\":\(text)}")
            _ = try line.number("a")
            try line.end()
        }
    }

    @Test func theGreatestNumbersAreRead() throws {
        var line = try reader("{\"a\":18446744073709551615,\"b\":-9223372036854775808,\"c\":0}")
        #expect(try line.number("a") == .max)
        #expect(try line.moment("b") == Instant(milliseconds: .min))
        #expect(try line.number("c") == 0)
        try line.end()
        // Those that the calendar has stand there as texts.
        for number in [
            "-9223372036854775809", "9223372036854775808", "--1", "-", "0", "-0", "-1",
            "253402300799999",
        ] {
            var line = try reader("{\"a\":\(number)}")
            #expect(throws: DumpProblem.self) { _ = try line.moment("a") }
        }
    }

    @Test func textsByTheirNamesAreReadAsTheyWereWritten() throws {
        let texts = ["b": "2\n", "a": "=\u{338}", "a\"": "", "": "{}", "e\u{301}": "1"]
        for written in [texts, [:]] {
            var line = JSONWriter()
            line.begin()
            line.write("texts", texts: written)
            line.write("after", number: 1)
            line.end()
            var read = try JSONReader(line.bytes.dropLast())
            #expect(try read.optionalTexts("none") == nil)
            #expect(try read.optionalTexts("texts") == written)
            #expect(try read.number("after") == 1)
            try read.end()
        }
    }

    @Test(
        "What are no texts as a dump has them is refused",
        arguments: [
            "{", "{\"a\"}", "{\"a\":}", "{\"a\":1}", "{\"a\":\"1\",}", "{,\"a\":\"1\"}", "[]", "",
            "{\"a\":\"1\" }", "{\"a\":\"1\"\"b\":\"2\"}", "{a:\"1\"}", "{\"a\":\"\\", "null",
            // Twice, and out of their order.
            "{\"a\":\"1\",\"a\":\"1\"}", "{\"b\":\"1\",\"a\":\"2\"}",
        ]
    )
    func noTextsByNames(text: String) throws {
        #expect(throws: DumpProblem.self) {
            var line = try reader("{\"texts\":\(text)}")
            _ = try line.optionalTexts("texts")
            try line.end()
        }
    }

    @Test(
        "What is no text as a dump has it is refused",
        arguments: [
            "\"", "\"x", "x", "\"\\", "\"\\\"", "\"\\x\"", "\"\\/\"", "\"\\u\"", "\"\\u12\"",
            "\"\\u00g0\"", "\"\\u+01f\"", "\"\\u00+f\"", "\"\\u001F\"", "\"\\u0100\"",
            "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"a\nb\"", "\"a\u{0}b\"", "null", "1",
            // Characters in another form than the writer's.
            "\"\\u0041\"", "\"\\u000a\"", "\"\\u0020\"", "\"\\u00a0\"", "\"\u{7F}\"",
            "\"\u{80}\"", "\"\u{9F}\"",
        ]
    )
    func noTexts(text: String) throws {
        #expect(throws: DumpProblem.self) {
            var line = try reader("{\"a\":\(text)}")
            _ = try line.text("a")
            try line.end()
        }
    }

    @Test(
        "What is not UTF-8 is refused, with escapes and without",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC2], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]]
    )
    func noUTF8(bytes: [UInt8]) throws {
        for escape in ["", "\\n"] {
            let line = Array("{\"a\":\"".utf8) + bytes + Array("\(escape)\"}".utf8)
            var reader = try JSONReader(line[...])
            #expect(throws: DumpProblem.self) { _ = try reader.text("a") }
        }
    }

    @Test(
        "Members that nobody asked for where they stand are refused",
        arguments: [
            "", "{", "}", "[]", "null", "{}", "{\"a\":1}", "{\"b\":{\"c\":2},\"a\":1}",
            "{\"a\":1,\"a\":1,\"b\":{\"c\":2}}", "{\"a\":1,\"b\":{\"c\":2},\"b\":{\"c\":2}}",
            "{\"a\":1,\"b\":{\"c\":2,\"d\":3}}", "{\"a\":1,\"b\":{\"c\":2}",
            "{\"a\":1,\"b\":{\"c\":2}},",
            "{\"a\":1,\"b\":{\"c\":2}}{", "{\"a\":1,\"b\":{\"c\":2},}", "{\"a\":1\"b\":{\"c\":2}}",
            "{,\"a\":1,\"b\":{\"c\":2}}", "{ \"a\":1,\"b\":{\"c\":2}}", "{\"a\":1,\"b\":2}",
            "{\"a\":1,\"b\":{\"c\":{\"c\":2}}}", "{\"a\":1,\"x\":0,\"b\":{\"c\":2}}",
            "{\"\\u0061\":1,\"b\":{\"c\":2}}", "{\"a\":1,\"b\":{}}", "{\"a\":1,\"b\":{,\"c\":2}}",
        ]
    )
    func otherMembers(text: String) throws {
        func read(_ text: String) throws(DumpProblem) {
            var line = try reader(text)
            _ = try line.number("a")
            let inner = try line.optionalObject("b") { line throws(DumpProblem) in
                try line.number("c")
            }
            guard inner == 2 else { throw DumpProblem("'b' is missing") }
            try line.end()
        }
        try read("{\"a\":1,\"b\":{\"c\":2}}")
        #expect(throws: DumpProblem.self) { try read(text) }
    }

    /// A recursive reader would end the process here.
    @Test func deepNestingIsRefused() throws {
        var line = try reader(String(repeating: "{\"a\":", count: 500_000))
        #expect(throws: DumpProblem.self) { _ = try line.text("a") }
        var other = try reader(String(repeating: "{\"a\":", count: 500_000))
        #expect(throws: DumpProblem.self) {
            _ = try other.optionalObject("a") { line throws(DumpProblem) in try line.end() }
        }
    }

    @Test func everyCutOfALineIsRefused() throws {
        let whole = Array("{\"a\":\"\\u009b\\n\u{E9}\",\"b\":true,\"c\":{\"d\":7}}".utf8)
        func read(_ line: ArraySlice<UInt8>) throws(DumpProblem) {
            var line = try JSONReader(line)
            _ = try line.text("a")
            _ = try line.flag("b")
            _ = try line.optionalObject("c") { line throws(DumpProblem) in try line.number("d") }
            try line.end()
        }
        try read(whole[...])
        for count in whole.indices {
            #expect(throws: DumpProblem.self) { try read(whole[..<count]) }
        }
    }
}

/// What one writer wrote, for a reader.
func written(_ body: (inout JSONWriter) -> Void) throws -> JSONReader {
    var line = JSONWriter()
    line.begin()
    body(&line)
    line.end()
    return try JSONReader(line.bytes.dropLast())
}
