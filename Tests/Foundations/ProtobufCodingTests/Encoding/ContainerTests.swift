import Foundation
import ProtobufCoding
import Testing

/// Hand-written `Codable` conformances may ask for any container and any kind of number.
@Suite
struct ContainerTests {
    /// A value that is coded in a single-value container, in a list of one kind, or by key.
    private struct Probe<Value: Codable & Equatable>: Codable {
        var single: Single
        var list: [Single]
        var plain: Value
        var optional: Value?

        enum CodingKeys: Int, CodingKey {
            case single = 1
            case list = 2
            case plain = 3
            case optional = 4
        }

        struct Single: Codable, Equatable {
            var value: Value
            init(value: Value) { self.value = value }
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                #expect(container.codingPath.isEmpty)
                value = try container.decode(Value.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                #expect(container.codingPath.isEmpty && encoder.userInfo.isEmpty)
                try container.encode(value)
            }
        }
    }

    private func check<Value: Codable & Equatable>(_ value: Value, _ bytes: String) throws {
        let single = Probe<Value>.Single(value: value)
        let probe = Probe(single: single, list: [single, single], plain: value, optional: value)
        let encoded = try ProtobufEncoder().encode(probe)
        #expect(hex(encoded) == bytes)
        let decoded = try ProtobufDecoder().decode(Probe<Value>.self, from: encoded)
        #expect(decoded.single == single && decoded.list == [single, single])
        #expect(decoded.plain == value && decoded.optional == value)
        let json = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(Value.self, from: json) == value)
    }

    @Test
    func everyKindInEveryContainer() throws {
        try check(true, "0801" + "12020101" + "1801" + "2001")
        try check(Int(5), "0805" + "12020505" + "1805" + "2005")
        try check(Int32(5), "0805" + "12020505" + "1805" + "2005")
        try check(Int64(5), "0805" + "12020505" + "1805" + "2005")
        try check(UInt(5), "0805" + "12020505" + "1805" + "2005")
        try check(UInt32(5), "0805" + "12020505" + "1805" + "2005")
        try check(UInt64(5), "0805" + "12020505" + "1805" + "2005")
        try check(SInt32(-3), "0805" + "12020505" + "1805" + "2005")
        try check(SInt64(-3), "0805" + "12020505" + "1805" + "2005")
        let word = "01000000"
        let fixed32 = "0d\(word)" + "1208\(word)\(word)" + "1d\(word)" + "25\(word)"
        try check(Fixed32(1), fixed32)
        try check(SFixed32(1), fixed32)
        try check(Float(bitPattern: 1), fixed32)
        let long = "0100000000000000"
        let fixed64 = "09\(long)" + "1210\(long)\(long)" + "19\(long)" + "21\(long)"
        try check(Fixed64(1), fixed64)
        try check(SFixed64(1), fixed64)
        try check(Double(bitPattern: 1), fixed64)
        try check("a", "0a0161" + "120161" + "120161" + "1a0161" + "220161")
        try check([UInt8(9)], "0a0109" + "120109" + "120109" + "1a0109" + "220109")
        try check(Color.green, "0801" + "12020101" + "1801" + "2001")
    }

    /// Lists that ask for each kind, and for those that protobuf does not have.
    private struct Lists: Codable {
        enum CodingKeys: Int, CodingKey { case a = 1, b, c, d, e, f, g, h, i, j, k }
        init() {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            #expect(container.codingPath.isEmpty)
            func list(_ key: CodingKeys) -> any UnkeyedEncodingContainer {
                container.nestedUnkeyedContainer(forKey: key)
            }
            var a = list(.a)
            #expect(a.codingPath.isEmpty)
            try a.encode(true)
            var b = list(.b)
            try b.encode(1.0 as Double)
            var c = list(.c)
            try c.encode(1.0 as Float)
            var d = list(.d)
            try d.encode(1 as Int)
            var e = list(.e)
            try e.encode(2 as Int32)
            var f = list(.f)
            try f.encode(3 as Int64)
            var g = list(.g)
            try g.encode(4 as UInt)
            var h = list(.h)
            try h.encode(5 as UInt32)
            var i = list(.i)
            try i.encode(6 as UInt64)
            var j = list(.j)
            try j.encode("x")
            var k = list(.k)
            #expect(throws: ProtobufEncodingError.self) { try k.encode(1 as Int8) }
            #expect(throws: ProtobufEncodingError.self) { try k.encode(1 as Int16) }
            #expect(throws: ProtobufEncodingError.self) { try k.encode(1 as UInt8) }
            #expect(throws: ProtobufEncodingError.self) { try k.encode(1 as UInt16) }
            #expect(throws: ProtobufEncodingError.self) { try k.encodeNil() }
            try Scalars(int32: 1).encode(to: k.superEncoder())
        }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func list(_ key: CodingKeys) throws -> any UnkeyedDecodingContainer {
                try container.nestedUnkeyedContainer(forKey: key)
            }
            var a = try list(.a)
            #expect(try a.decode(Bool.self))
            var b = try list(.b)
            #expect(try b.decode(Double.self) == 1)
            var c = try list(.c)
            #expect(try c.decode(Float.self) == 1)
            var d = try list(.d)
            #expect(try d.decode(Int.self) == 1)
            var e = try list(.e)
            #expect(try e.decode(Int32.self) == 2)
            var f = try list(.f)
            #expect(try f.decode(Int64.self) == 3)
            var g = try list(.g)
            #expect(try g.decode(UInt.self) == 4)
            var h = try list(.h)
            #expect(try h.decode(UInt32.self) == 5)
            var i = try list(.i)
            #expect(try i.decode(UInt64.self) == 6)
            var j = try list(.j)
            #expect(try j.decode(String.self) == "x")
            var k = try list(.k)
            #expect(throws: ProtobufDecodingError.self) { try k.decode(Int8.self) }
            #expect(throws: ProtobufDecodingError.self) { try k.decode(Int16.self) }
            #expect(throws: ProtobufDecodingError.self) { try k.decode(UInt8.self) }
            #expect(throws: ProtobufDecodingError.self) { try k.decode(UInt16.self) }
            #expect(throws: ProtobufDecodingError.self) { try k.nestedUnkeyedContainer() }
            let inner = try k.nestedContainer(keyedBy: CodingKeys.self)
            #expect(try inner.decode(Int32.self, forKey: .a) == 1)
            var again = try list(.k)
            #expect(try Scalars(from: again.superDecoder()).int32 == 1)
        }
    }

    @Test
    func everyKindInAnUnkeyedContainer() throws {
        let bytes = try ProtobufEncoder().encode(Lists())
        #expect(
            hex(bytes)
                == "0a0101" + "1208000000000000f03f" + "1a040000803f" + "220101" + "2a0102"
                + "320103" + "3a0104" + "420105" + "4a0106" + "520178" + "5a020801"
        )
        _ = try ProtobufDecoder().decode(Lists.self, from: bytes)
    }
}
