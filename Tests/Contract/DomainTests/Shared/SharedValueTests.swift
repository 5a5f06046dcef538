import Domain
import RuleTestSupport
import Testing

@Suite("A moment")
struct InstantTests {
    @Test(
        "is told to others to the minute, rounded down",
        arguments: [
            (0, 0), (59_999, 0), (60_000, 60_000), (119_999, 60_000), (-1, -60_000),
            (.min, .min),
        ] as [(Int64, Int64)]
    )
    func minutes(exact: Int64, told: Int64) {
        #expect(Instant(milliseconds: exact).toTheMinute == Instant(milliseconds: told))
    }

    @Test("saturates instead of trapping")
    func saturation() {
        #expect(Instant(milliseconds: .max).adding(seconds: 1).milliseconds == .max)
        #expect(Instant(milliseconds: .min).adding(seconds: -1).milliseconds == .min)
        #expect(Instant(seconds: .max).milliseconds == .max)
        #expect(Instant(seconds: .min).milliseconds == .min)
        let ends = (Instant(milliseconds: .min), Instant(milliseconds: .max))
        #expect(ends.0.milliseconds(until: ends.1) == .max)
        #expect(ends.1.milliseconds(until: ends.0) == .min)
    }

    @Test(
        "belongs to a day",
        arguments: [(0, 0), (86_399_999, 0), (86_400_000, 1), (-5, 0)]
            as [(Int64, UInt32)]
    )
    func days(milliseconds: Int64, day: UInt32) {
        #expect(Instant(milliseconds: milliseconds).dayNumber == day)
    }
}

@Suite("Base64 for URLs")
struct Base64URLTests {
    @Test(
        "gives the vectors of RFC 4648 without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("uses the two URL-safe signs")
    func signs() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
        #expect(Base64URL.decode("-__-") == [0xfb, 0xff, 0xfe])
    }

    @Test("has one text for each bytes", arguments: ["Zh", "Zm9", "Z", "Zg==", "Z g", "+/", "é"])
    func noncanonical(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("reads an id from 22 characters and nothing else")
    func ids() {
        let id = OpaqueID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210)
        let text = Base64URL.encode(id.bytes)
        #expect(text.utf8.count == 22 && decodedID(text) == id)
        #expect(decodedID(String(repeating: "_", count: 21) + "w")?.low == .max)
        // The last character stands for two bits; of those that mean the same one is right.
        let start = String(text.dropLast())
        for wrong in [start + "F", start, text + "A", "é" + start] {
            #expect(decodedID(wrong) == nil)
        }
    }

    private func decodedID(_ text: String) -> OpaqueID? {
        Array(text.utf8).withUnsafeBufferPointer { Base64URL.decodeID($0) }
    }
}

@Suite("Sizes, keys and ids of requests")
struct RequestValueTests {
    @Test(
        "a page has 1 to 500 items, 50 unless said",
        arguments: [(0, 50), (1, 1), (500, 500)]
            as [(Int32, Int)]
    )
    func pageSizes(requested: Int32, count: Int) throws {
        #expect(try PageSize(requested).count == count)
    }

    @Test("other page sizes are refused", arguments: [-1, 501, Int32.min, Int32.max])
    func illegalPageSizes(requested: Int32) throws {
        let refusal = try refusal { () throws(DomainError) in try PageSize(requested) }
        #expect(invalidField(refusal) == "page_size")
    }

    @Test(
        "an idempotency key is 1 to 64 visible ASCII characters",
        arguments: ["a", "~!", String(repeating: "k", count: 64)]
    )
    func keys(text: String) throws {
        #expect(try IdempotencyKey(text).text == text)
    }

    @Test(
        "other keys are refused",
        arguments: ["", " ", "a b", "가", "a\u{7f}", String(repeating: "k", count: 65)]
    )
    func illegalKeys(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try IdempotencyKey(text) }
        #expect(invalidField(refusal) == "idempotency-key")
    }

    @Test("an id is 16 bytes, most significant first")
    func ids() {
        let bytes = (1...16).map { UInt8($0) }
        let id = OpaqueID(bytes)
        #expect(id == OpaqueID(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10))
        #expect(id?.bytes == bytes)
        #expect(OpaqueID(bytes.dropLast()) == nil)
        #expect(OpaqueID(bytes + [0]) == nil)
        #expect(OpaqueID([]) == nil)
    }
}
