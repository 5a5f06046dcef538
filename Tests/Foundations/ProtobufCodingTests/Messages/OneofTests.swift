import ProtobufCoding
import Testing

@Suite
struct OneofTests {
    private func body(_ text: String) throws -> Choice.Body? {
        try ProtobufDecoder().decode(Choice.self, from: hex(text)).body
    }

    @Test
    func lastCaseWins() throws {
        #expect(try body("2201 61 1005") == .count(5))
        #expect(try body("1005 2201 61") == .text("a"))
        #expect(try body("1005 1006") == .count(6))
        #expect(try body("1005 2200 3801 1007") == .count(7))
        #expect(try body("0801") == nil)
    }

    @Test
    func messagesMergeUntilAnotherCaseClearsThem() throws {
        #expect(try body("1a020801 1a021002") == .scalars(Scalars(int32: 1, int64: 2)))
        #expect(try body("1a020801 1005 1a021002") == .scalars(Scalars(int64: 2)))
        #expect(try body("1a020801 2200 1005 1a021002") == .scalars(Scalars(int64: 2)))
        #expect(try body("2200 1a020801 1a021002") == .scalars(Scalars(int32: 1, int64: 2)))
    }

    @Test
    func requiredOneofMustBeSet() throws {
        struct Strict: Codable {
            var body: Choice.Body
            enum CodingKeys: Int, CodingKey { case body = 2 }
        }
        let value = try ProtobufDecoder().decode(Strict.self, from: hex("2200"))
        #expect(hex(try ProtobufEncoder().encode(value)) == "2200")
        let error = #expect(throws: ProtobufDecodingError.self) {
            try ProtobufDecoder().decode(Strict.self, from: [])
        }
        #expect(error?.description == "field body(2): none of the oneof's fields is set")
    }

    @Test
    func oneofsCannotBeElements() {
        struct Wrong: Codable {
            var bodies: [Choice.Body]
            enum CodingKeys: Int, CodingKey { case bodies = 2 }
        }
        #expect(throws: ProtobufEncodingError.self) {
            try ProtobufEncoder().encode(Wrong(bodies: [.text("a")]))
        }
        #expect(throws: ProtobufDecodingError.self) {
            try ProtobufDecoder().decode(Wrong.self, from: hex("1200"))
        }
    }
}
