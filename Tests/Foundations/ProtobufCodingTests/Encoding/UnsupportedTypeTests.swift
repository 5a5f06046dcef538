import ProtobufCoding
import Testing

/// What has no protobuf form is refused with the field and the reason, not written wrongly.
@Suite
struct UnsupportedTypeTests {
    private struct Holder<Value: Codable>: Codable {
        var inner: Wrapped
        enum CodingKeys: Int, CodingKey { case inner = 3 }

        struct Wrapped: Codable {
            var value: Value
            enum CodingKeys: Int, CodingKey { case value = 1 }
        }
    }

    private func check<Value: Codable>(
        _ value: Value,
        _ message: String,
        path: String = "inner(3).value(1)"
    ) {
        let error = #expect(throws: ProtobufEncodingError.self) {
            try ProtobufEncoder().encode(Holder(inner: .init(value: value)))
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message == message)
        #expect(error?.path == path)
        #expect(error?.code.description == "unsupported")
    }

    @Test
    func smallIntegers() {
        check(Int8(1), "Int8 has no protobuf type; use Int32")
        check(Int16(1), "Int16 has no protobuf type; use Int32")
        check(UInt8(1), "UInt8 has no protobuf type; use Int32")
        check(UInt16(1), "UInt16 has no protobuf type; use Int32")
        check(
            [Int16(1)],
            "Int16 has no protobuf type; use Int32",
            path: "inner(3).value(1)[0]"
        )
    }

    @Test
    func listsOfListsAndNil() {
        let list = "a list can only be the value of a field of a message"
        check([[Int32(1)]], list, path: "inner(3).value(1)[0]")
        check([["a"], ["b"]], list, path: "inner(3).value(1)[0]")
        check(["k": [Int32(1)]], list, path: "inner(3).value(1)[k]")
    }

    @Test
    func setsAndDictionariesThatAreNoMaps() {
        let reason = "has no protobuf form; a map has keys that are integers, Bool or String"
        check(Set<Int32>([1]), "Set<Int32> \(reason)")
        check([1.5: "a"], "Dictionary<Double, String> \(reason)")
        #expect(throws: ProtobufDecodingError.self) {
            try ProtobufDecoder().decode(Holder<Set<Int32>>.self, from: [])
        }
    }

    @Test
    func keysWithoutNumbers() {
        struct Named: Codable { var name = "x" }
        check(
            Named(),
            "the coding key has no integer value in 1..<2^29",
            path: "inner(3).value(1).name"
        )
        struct Zero: Codable {
            var name = "x"
            enum CodingKeys: Int, CodingKey { case name = 0 }
        }
        check(
            Zero(),
            "the coding key has no integer value in 1..<2^29",
            path: "inner(3).value(1).name(0)"
        )
    }

    @Test
    func valuesThatAreNoMessage() {
        let encoder = ProtobufEncoder()
        for value in [5 as any Encodable, "x", [1, 2], ["a": 1], [UInt8(1)], SInt32(1), Int?.none] {
            #expect(throws: ProtobufEncodingError.self) { try encoder.encode(value) }
        }
        let decoder = ProtobufDecoder()
        func refuses<Value: Decodable>(_ type: Value.Type) {
            let error = #expect(throws: ProtobufDecodingError.self) {
                try decoder.decode(type, from: [])
            }
            #expect(error?.code == .unsupported)
        }
        refuses(Int.self)
        refuses([String].self)
        refuses([Int32].self)
        refuses([Int32: String].self)
        refuses(Choice.Body.self)
        refuses(Holder<Int8>.self)
        refuses(Holder<Int16>.self)
        refuses(Holder<UInt8>.self)
        refuses(Holder<UInt16>.self)
    }

    @Test
    func containersUsedAfterTheirMessage() {
        struct Careless: Encodable {
            enum Keys: Int, CodingKey { case a = 1, b = 2 }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
                try container.encode(true, forKey: .b)
                try nested.encode(true, forKey: .a)
            }
        }
        let error = #expect(throws: ProtobufEncodingError.self) {
            try ProtobufEncoder().encode(Careless())
        }
        #expect(error?.message == "a container was used after its message had ended")
        struct Super: Encodable {
            enum Keys: Int, CodingKey { case a = 1 }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                _ = container.superEncoder()
            }
        }
        #expect(throws: ProtobufEncodingError.self) { try ProtobufEncoder().encode(Super()) }
    }

    @Test
    func listsOfMixedElements() {
        struct Mixed: Encodable {
            enum Keys: Int, CodingKey { case a = 1 }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var list = container.nestedUnkeyedContainer(forKey: .a)
                try list.encode(true)
                try list.encode("text")
            }
        }
        let error = #expect(throws: ProtobufEncodingError.self) {
            try ProtobufEncoder().encode(Mixed())
        }
        #expect(error?.message == "a list mixes numbers with other elements")
    }
}
