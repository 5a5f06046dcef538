import Domain
import Testing
import TestSupport

@testable import Records
@testable import Storage

/// The texts of dumps and the values that they stand for.
@Suite struct TextTests {
    @Test func momentsBeyondTheCalendarAreNumbers() throws {
        for milliseconds in [Int64.min, .max, 253_402_300_800_000, -62_167_219_200_001] {
            let moment = Instant(milliseconds: milliseconds)
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

    @Test("What a dump escapes is what it always escaped, so that dumps can be compared")
    func dumpFormStays() throws {
        let text = "\u{202E}\u{2066}\u{200B}\u{FEFF}\u{2028}\u{AD}\u{E0001}쪽지\u{1F4DD}\t\r"
        var line = JSONWriter()
        line.begin()
        line.write("text", text)
        line.end()
        #expect(
            Array(line.bytes) == Array("{\"text\":\"\(text.dropLast(2))\\u0009\\u000d\"}\n".utf8)
        )
        var object = try JSONReader(line.bytes.dropLast())
        #expect(try object.text("text") == text)
    }

    @Test func idsAreUUIDs() throws {
        let id = OpaqueID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        var object = try written { $0.write("id", id: id) }
        #expect(try object.id("id") == id)
        let capitals = "{\"id\":\"00112233-4455-6677-8899-AABBCCDDEEFF\"}"
        var other = try JSONReader(Array(capitals.utf8)[...])
        #expect(throws: DumpProblem.self) { try other.id("id") }
    }
}
