import ProtobufCoding
import Testing

/// Bad bytes are refused with the reason and the field.
@Suite
struct MalformedInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var bytes: String
        var code: ProtobufDecodingError.Code
        var error: String
        var testDescription: String { bytes }
    }

    static let cases = [
        Case(bytes: "08", code: .malformed, error: "the bytes end inside a field"),
        Case(bytes: "0880", code: .malformed, error: "the bytes end inside a field"),
        Case(bytes: "3d010203", code: .malformed, error: "the bytes end inside a field"),
        Case(bytes: "4101020304050607", code: .malformed, error: "the bytes end inside a field"),
        Case(
            bytes: "08ffffffffffffffffff7f",
            code: .malformed,
            error: "a varint does not fit in 64 bits"
        ),
        Case(
            bytes: "088080808080808080808000",
            code: .malformed,
            error: "a varint does not fit in 64 bits"
        ),
        Case(bytes: "0001", code: .malformed, error: "field number 0 is not in 1...536870911"),
        Case(
            bytes: "808080801001",
            code: .malformed,
            error: "field number 536870912 is not in 1...536870911"
        ),
        Case(
            bytes: "0b0c",
            code: .malformed,
            error: "field number 1 is a group, which proto3 does not have"
        ),
        Case(
            bytes: "0c",
            code: .malformed,
            error: "field number 1 is a group, which proto3 does not have"
        ),
        Case(bytes: "0e", code: .malformed, error: "field number 1 has wire type 6 or 7"),
        Case(bytes: "0f", code: .malformed, error: "field number 1 has wire type 6 or 7"),
        Case(
            bytes: "720261",
            code: .malformed,
            error: "field number 14 claims 2 bytes, but 1 are left"
        ),
        Case(
            bytes: "72ffffffffffffffffff01",
            code: .malformed,
            error: "field number 14 claims 18446744073709551615 bytes, but 0 are left"
        ),
        Case(
            bytes: "0a00",
            code: .typeMismatch,
            error: "field int32(1): has wire type 2, but its type is coded with 0"
        ),
        Case(
            bytes: "7001",
            code: .typeMismatch,
            error: "field string(14): has wire type 0, but its type is coded with 2"
        ),
        Case(
            bytes: "7d00000000",
            code: .typeMismatch,
            error: "field bytes(15): has wire type 5, but its type is coded with 2"
        ),
        Case(
            bytes: "7202c328",
            code: .invalidUTF8,
            error: "field string(14): the string is not valid UTF-8"
        ),
        Case(
            bytes: "7203eda080",
            code: .invalidUTF8,
            error: "field string(14): the string is not valid UTF-8"
        ),
    ]

    @Test(arguments: cases)
    func isRefused(_ item: Case) {
        let error = #expect(throws: ProtobufDecodingError.self) {
            try ProtobufDecoder().decode(Scalars.self, from: hex(item.bytes))
        }
        #expect(error?.code == item.code)
        #expect(error?.description == item.error)
    }

    @Test
    func placesAreNamed() {
        func check<Value: Decodable>(_ type: Value.Type, _ bytes: String, _ path: String) {
            let error = #expect(throws: ProtobufDecodingError.self) {
                try ProtobufDecoder().decode(type, from: hex(bytes))
            }
            #expect(error?.path == path)
        }
        check(Lists.self, "8a0100 8a0103 7201ff", "scalars(17)[1].string(14)")
        check(Lists.self, "7200 7201ff", "string(14)[1]")
        check(Lists.self, "7205", "")
        check(Scalars.self, "0a00 0801", "int32(1)")
        check(Scalars.self, "7201ff 720161", "string(14)")
        check(Scalars.self, "7801 7a00", "bytes(15)")
        check(Lists.self, "0a0180", "int32(1)")
        check(Lists.self, "3a0100", "fixed32(7)")
        check(Maps.self, "0a05 0807 1201ff", "int32(1)[7]")
        check(Maps.self, "0801", "int32(1)")
        check(Choice.self, "2201ff", "body(2).4")
        check(Choice.self, "4202 0aff", "body(2).8")
        check(Tree.self, "1206 1a04 0a02 ffff", "left(2).right(3).name(1)")
        check(FastNote.self, "5a02 1005", "11.2")
        check(FastNote.self, "6202 0d05", "12")
    }

    @Test
    func everyCutIsRefusedOrShorter() throws {
        var lists = Lists(bytes: [[1, 2], []], string: ["쪽지", ""], int32: [1, -1, 300])
        lists.scalars = [Scalars(int32: 1, double: 2), Scalars(string: "text")]
        lists.color = [.blue, .unrecognized(77)]
        let whole = try ProtobufEncoder().encode(lists)
        var refused = 0
        for count in 0..<whole.count {
            do {
                let part = try ProtobufDecoder().decode(Lists.self, from: Array(whole[..<count]))
                #expect(part != lists)
            } catch {
                refused += 1
            }
        }
        #expect(refused > whole.count / 2)
    }
}
