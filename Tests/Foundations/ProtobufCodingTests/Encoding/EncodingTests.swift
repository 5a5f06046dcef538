import ProtobufCoding
import Testing

@Suite
struct EncodingTests {
    let encoder = ProtobufEncoder()

    private struct Unordered: Codable {
        var c: Int32 = 1
        var a: String = "x"
        var b: [Int32] = [1, 300]
        enum CodingKeys: Int, CodingKey { case a = 1, b = 2, c = 16 }
    }

    private struct Inner: Codable, Equatable {
        var z: Int32 = 0
        var a: Int32 = 0
        enum CodingKeys: Int, CodingKey { case z = 2, a = 1 }
    }

    private struct Outer: Codable, Equatable {
        var plain = Inner()
        var optional: Inner?
        var list: [Inner] = []
        enum CodingKeys: Int, CodingKey { case plain = 1, optional = 2, list = 3 }
    }

    @Test
    func fieldsAscendWhateverTheOrderOfProperties() throws {
        #expect(hex(try encoder.encode(Unordered())) == "0a0178" + "120301ac02" + "800101")
        let outer = Outer(plain: Inner(z: 5, a: 6))
        #expect(hex(try encoder.encode(outer)) == "0a0408061005")
    }

    @Test
    func defaultsAreLeftOutAndSetOptionalsAreNot() throws {
        #expect(try encoder.encode(Scalars()) == [])
        #expect(try encoder.encode(Outer()) == [])
        let set = Outer(plain: Inner(), optional: Inner(), list: [Inner(), Inner(z: 1)])
        #expect(hex(try encoder.encode(set)) == "1200" + "1a00" + "1a021001")
        #expect(try ProtobufDecoder().decode(Outer.self, from: encoder.encode(set)) == set)

        var all = Optionals()
        (all.int32, all.int64, all.uint32, all.uint64) = (0, 0, 0, 0)
        (all.sint32, all.fixed64, all.bool, all.float, all.double) = (0, 0, false, 0, 0)
        (all.string, all.bytes, all.color, all.int, all.uint) = ("", [], .red, 0, 0)
        let bytes = try encoder.encode(all)
        #expect(bytes.count == 48)
        #expect(try ProtobufDecoder().decode(Optionals.self, from: bytes) == all)
    }

    @Test
    func lengthsGrowAtTheirEdges() throws {
        for count in [0, 1, 125, 126, 127, 128, 129, 16_381, 16_382, 16_383, 16_384, 70_000] {
            let text = String(repeating: "a", count: count)
            let value = Choice(body: .scalars(Scalars(string: text, uint: 1)))
            let bytes = try encoder.encode(value)
            #expect(try ProtobufDecoder().decode(Choice.self, from: bytes) == value)
        }
    }

    @Test
    func appendingKeepsWhatIsThere() throws {
        var bytes: [UInt8] = [9, 9]
        try encoder.encode(Scalars(int32: 1), into: &bytes)
        #expect(bytes == [9, 9, 8, 1])
        #expect(throws: ProtobufEncodingError.self) { try encoder.encode(5, into: &bytes) }
        try encoder.encode(Scalars(), into: &bytes)
        #expect(bytes == [9, 9, 8, 1])
    }

    @Test
    func sizeLimitHoldsAtItsEdge() throws {
        let value = Scalars(bytes: [UInt8](repeating: 1, count: 100))
        #expect(try ProtobufEncoder(byteCountMax: 102).encode(value).count == 102)
        let error = #expect(throws: ProtobufEncodingError.self) {
            try ProtobufEncoder(byteCountMax: 101).encode(value)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.description == "the message has 102 bytes; at most 101 allowed")
    }

    @Test
    func nestedContainersWork() throws {
        struct Manual: Encodable {
            enum Keys: Int, CodingKey { case a = 1, b = 2, c = 3, d = 4 }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .b)
                try nested.encode("in", forKey: .a)
                var list = container.nestedUnkeyedContainer(forKey: .c)
                try list.encode(Int32(7))
                try list.encode(Int32(8))
                #expect(list.count == 2)
                try Inner(z: 1).encode(to: container.superEncoder(forKey: .d))
                try container.encode("out", forKey: .a)
                try container.encodeNil(forKey: .b)
                // The same message again, after others: it is ordered in the end.
                var messages = container.nestedUnkeyedContainer(forKey: .c)
                var first = messages.nestedContainer(keyedBy: Keys.self)
                try first.encode(true, forKey: .a)
                var second = messages.nestedContainer(keyedBy: Keys.self)
                try second.encode(true, forKey: .a)
            }
        }
        let bytes = hex(try encoder.encode(Manual()))
        #expect(bytes == "0a036f7574" + "12040a02696e" + "1a020708" + "1a020801" * 2 + "22021001")
    }

    @Test
    func otherCodersSeePlainIntegers() throws {
        #expect(SInt32(-3).description == "-3")
        #expect(Fixed64(3) < 4)
        #expect([SInt32(-1), 0, 1, -2].map(\.wireBits) == [1, 0, 2, 3])
        #expect(SInt64(.min).wireBits == .max)
        #expect(SInt32(wireBits: UInt64(UInt32.max)) == SInt32(.min))
        #expect(SInt64(wireBits: .max) == SInt64(.min))
    }
}

private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
