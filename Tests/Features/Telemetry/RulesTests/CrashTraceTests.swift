import TelemetryRules
import Testing

/// What crashes of the same cause have in common.
@Suite struct CrashTraceTests {
    private func trace(_ stack: String) throws -> String {
        let lines = try crash("SIGABRT", stack: stack).trace.split(separator: "\n")
        return lines.dropFirst().joined(separator: "|")
    }

    @Test(arguments: [
        // As Apple's systems, Swift on Linux, Java and V8 write frames.
        ("3   Notes  0x0000000104a2c1f8 ItemList.reload() + 312", "Notes ItemList.reload() +"),
        ("#2 0x7ffd0a1b in reload2(_:) at List.swift:120:8", "# in reload2(_:) at List.swift::"),
        ("at kr.co.Notes.reload(List.java:77)", "at kr.co.Notes.reload(List.java:)"),
        ("at reload (app.js:10:5)", "at reload (app.js::)"),
        ("\tframe\t12  main", "frame main"),
        ("load 3E9A51F7-C804-4D6C-8E12-7AB06D5F93B1.tmp", "load .tmp"),
        ("build-1234 of 104a2c1f8, cafe, deadbeef", "build of , cafe, deadbeef"),
        ("0xZZ 0x12 x12 12x", "0xZZ x12 12x"), ("항목 12 다시", "항목 다시"), ("12 0x1F", ""),
    ])
    func numbersAndAddressesAreLeftOut(_ frame: String, _ common: String) throws {
        #expect(try trace(frame) == common)
    }

    @Test func theFiveInnermostFramesCount() throws {
        let frames = ["a", "b", "c", "d", "e", "f"]
        #expect(try trace(frames.joined(separator: "\n")) == "a|b|c|d|e")
        // Lines that say nothing are none.
        #expect(try trace("\n 0x1 \r\na\r\n\n12\nb") == "a|b")
        #expect(try trace(frames.prefix(5).joined(separator: "\n") + "\nother") == "a|b|c|d|e")
    }

    @Test func theTypeCountsAndWithoutAStackTheFirstLineOfTheReason() throws {
        #expect(try crash("SIGABRT", stack: "a").trace != crash("SIGSEGV", stack: "a").trace)
        #expect(try crash("SIGABRT", reason: "x", stack: "a").trace == "SIGABRT\na")
        let said = try crash("Fatal", reason: "Index 7 out of range\nat 0x1")
        #expect(said.trace == "Fatal\nIndex out of range")
        #expect(try crash("Fatal").trace == "Fatal")
        #expect(try said.trace == crash("Fatal", reason: "Index 9 out of range").trace)
    }

    @Test func theLargestStackIsReadInABreath() throws {
        let stack = String(repeating: "0x1 ", count: 8_192)
        #expect(try trace(stack) == "")
        let lines = String(repeating: "\n", count: 32_768)
        #expect(try trace(lines) == "")
        #expect(try trace(lines.dropLast() + "a") == "a")
    }
}
