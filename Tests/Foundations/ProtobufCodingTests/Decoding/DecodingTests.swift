import ProtobufCoding
import Testing

@Suite
struct DecodingTests {
    let decoder = ProtobufDecoder()

    private func scalars(_ text: String) throws -> Scalars {
        try decoder.decode(Scalars.self, from: hex(text))
    }

    @Test
    func nothingGivesDefaults() throws {
        #expect(try decoder.decode(Scalars.self, from: []) == Scalars())
        #expect(try decoder.decode(Optionals.self, from: []) == Optionals())
        #expect(try decoder.decode(Lists.self, from: []) == Lists())
        #expect(try decoder.decode(Maps.self, from: []) == Maps())
        #expect(try decoder.decode(Choice.self, from: []) == Choice())
        #expect(try decoder.decode(Tree.self, from: []).left == nil)
    }

    @Test
    func lastValueWins() throws {
        #expect(try scalars("0801 0802 7201 61 7200").int32 == 2)
        #expect(try scalars("7201 61 7200 0801").string == "")
        #expect(try scalars("7a0105 7a0206 07").bytes == [6, 7])
    }

    @Test
    func numbersTakeTheirLowBits() throws {
        #expect(try scalars("08 ffffffff0f").int32 == -1)
        #expect(try scalars("08 8080808010").int32 == 0)
        #expect(try scalars("18 ffffffffffffffffff01").uint32 == .max)
        #expect(try scalars("58 8080808010").bool)
        #expect(try scalars("80 01 ffffffffffffffffff01").color == .dark)
        #expect(try scalars("08 8180808080808080 8000").int32 == 1)
    }

    @Test
    func messagesMerge() throws {
        let bytes = hex("8a01 02 0801  8a01 04 1002 0803  8a01 00")
        let merged = try decoder.decode(Optionals.self, from: bytes)
        #expect(merged.scalars == Scalars(int32: 3, int64: 2))
        // Lists inside are joined.
        let trees = hex("12 05 2203 0a0161  12 07 2203 0a0162 1a00")
        let tree = try decoder.decode(Tree.self, from: trees)
        #expect(tree.left?.children.map(\.name) == ["a", "b"])
        #expect(tree.left?.right != nil)
    }

    @Test
    func listsComePackedOrNotOrBoth() throws {
        let bytes = hex("0801 0a020203 0804 0a00") + hex("3d 05000000 3a04 06000000")
        let lists = try decoder.decode(Lists.self, from: bytes)
        #expect(lists.int32 == [1, 2, 3, 4])
        #expect(lists.fixed32 == [5, 6])
    }

    @Test
    func unknownFieldsAreSkipped() throws {
        // Varint, fixed64, bytes and fixed32 in field 100, around a known one.
        let unknown = "a006 05  a106 0102030405060708  a206 03 ffffff  a506 01020304"
        #expect(try scalars(unknown + "0807" + unknown) == Scalars(int32: 7))
    }

    @Test
    func closedEnumsRefuseWhatTheyDoNotKnow() throws {
        enum Plan: Int32, Codable { case free, premium }
        struct User: Codable {
            var plan: Plan
            var plans: [Plan]
            enum CodingKeys: Int, CodingKey { case plan = 1, plans = 2 }
        }
        let user = try decoder.decode(User.self, from: hex("0801 1001 1203 000100 1000"))
        #expect(user.plan == .premium)
        #expect(user.plans == [.premium, .free, .premium, .free, .free])
        #expect(hex(try ProtobufEncoder().encode(user)) == "0801" + "1205" + "0100010000")
        let error = #expect(throws: ProtobufDecodingError.self) {
            try decoder.decode(User.self, from: hex("1203 000102"))
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.path == "plans(2)[2]")
    }

    @Test
    func emptyTypesAreCheckedToo() throws {
        struct Empty: Codable {}
        struct Holder: Codable {
            var empty: Empty?
            var list: [Empty]
            enum CodingKeys: Int, CodingKey { case empty = 1, list = 2 }
        }
        let value = try decoder.decode(Holder.self, from: hex("0a00 1200 1200"))
        #expect(hex(try ProtobufEncoder().encode(value)) == "0a0012001200")
        #expect(throws: ProtobufDecodingError.self) {
            try decoder.decode(Empty.self, from: hex("0b"))
        }
        #expect(throws: ProtobufDecodingError.self) {
            try decoder.decode(Holder.self, from: hex("0a01 0b"))
        }
    }

    @Test
    func mapEntriesHaveDefaultsAndTheLastKeyWins() throws {
        let maps = try decoder.decode(Maps.self, from: hex("0a00  0a04 0801 1200 0a05 0801 120161"))
        #expect(maps.int32 == [0: "", 1: "a"])
        #expect(throws: ProtobufDecodingError.self) {
            try decoder.decode(Maps.self, from: hex("0a02 1801"), limits: 0)
        }
    }

    @Test
    func nestedContainersWork() throws {
        struct Manual: Decodable {
            enum Keys: Int, CodingKey { case a = 1, b = 2, c = 3, d = 4 }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                #expect(container.allKeys.map(\.rawValue) == [1, 2, 3, 4])
                #expect(container.codingPath.isEmpty && decoder.codingPath.isEmpty)
                #expect(decoder.userInfo.isEmpty)
                #expect(try !container.decodeNil(forKey: .a))
                let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .b)
                #expect(try nested.decode(String.self, forKey: .a) == "in")
                var list = try container.nestedUnkeyedContainer(forKey: .c)
                #expect(list.count == nil && list.codingPath.isEmpty)
                #expect(try list.decodeNil() == false)
                #expect(try list.decode(Int32.self) == 7)
                #expect(try list.decode(UInt64.self) == 8)
                #expect(list.currentIndex == 2 && list.isAtEnd)
                #expect(throws: ProtobufDecodingError.self) { try list.decode(Bool.self) }
                let other = try container.superDecoder(forKey: .d)
                let inside = try other.container(keyedBy: Keys.self)
                #expect(try inside.decodeIfPresent(Bool.self, forKey: .b) == true)
                #expect(try inside.decodeIfPresent(Bool.self, forKey: .a) == nil)
                #expect(throws: ProtobufDecodingError.self) { try container.superDecoder() }
            }
        }
        let bytes = "0a036f7574" + "12040a02696e" + "1a020708" + "22021001"
        _ = try decoder.decode(Manual.self, from: hex(bytes))
    }

    @Test
    func nothingOutlivesTheCall() throws {
        final class Thief: Decodable {
            let container: KeyedDecodingContainer<Keys>
            enum Keys: Int, CodingKey { case a = 1 }
            init(from decoder: any Decoder) throws {
                container = try decoder.container(keyedBy: Keys.self)
            }
        }
        let thief = try decoder.decode(Thief.self, from: hex("0a03 6f7574"))
        #expect(try thief.container.decode(String.self, forKey: .a) == "")
    }
}

extension ProtobufDecoder {
    /// Decodes with another limit of unknown fields.
    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        limits unknown: Int
    ) throws -> Value {
        let limits = ProtobufDecodingLimits(unknownFieldCountMax: unknown)
        return try ProtobufDecoder(limits: limits).decode(type, from: bytes)
    }
}
