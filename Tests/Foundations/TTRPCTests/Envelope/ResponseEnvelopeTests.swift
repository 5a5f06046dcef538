import ProtobufCoding
import Testing

@testable import TTRPC

@Suite
struct ResponseEnvelopeTests {
    private static let refusal = Status(
        .notFound,
        "gone",
        details: [
            StatusDetail(typeURL: "type.example/Refusal", value: [8, 1]),
            StatusDetail(typeURL: "", value: []),
        ]
    )

    private static func read(_ body: [UInt8]) throws -> (Status, [UInt8]) {
        let envelope = try body.withRawSpan { try ResponseEnvelope(reading: $0) }
        return (envelope.status, Array(body[envelope.payload]))
    }

    private static func encode(_ status: Status) -> [UInt8] {
        [UInt8](encodedByteCountMax: 10 + ResponseFrame.bodyByteCount(status)) { output in
            ResponseFrame.encode(status, streamID: StreamID(7), into: &output)
        }
    }

    @Test
    func successHasNoStatus() throws {
        let written = [UInt8](encodedByteCountMax: 14) { output in
            ResponseFrame.encodePrefix(streamID: .first, payloadByteCount: 2, into: &output)
            output.append(8)
            output.append(1)
        }
        #expect(written == bytes("00000004 00000001 02 00 1202 0801"))
        #expect(try Self.read(Array(written[10...])) == (.ok, [8, 1]))
    }

    @Test
    func anEmptySuccessIsAnEmptyBody() throws {
        let written = [UInt8](encodedByteCountMax: 10) { output in
            ResponseFrame.encodePrefix(streamID: .first, payloadByteCount: 0, into: &output)
        }
        #expect(written == bytes("00000000 00000001 02 00"))
        #expect(try Self.read([]) == (.ok, []))
    }

    @Test
    func refusalsAgreeWithTheDefinition() throws {
        let message = ResponseMessage(
            status: StatusMessage(
                code: 5,
                message: "gone",
                details: [
                    AnyMessage(typeURL: "type.example/Refusal", value: [8, 1]),
                    AnyMessage(),
                ]
            )
        )
        let body = try ProtobufEncoder().encode(message)
        let written = Self.encode(Self.refusal)
        #expect(Array(written[10...]) == body)
        #expect(Array(written[..<10]) == frame(7, 2, length: UInt32(body.count)))
        #expect(try Self.read(body) == (Self.refusal, []))
    }

    @Test(arguments: [Int32.min, -1, 0, 16, 17, .max])
    func anyCodeTravels(code: Int32) throws {
        let status = Status(StatusCode(rawValue: code), "x")
        #expect(try Self.read(Array(Self.encode(status)[10...])).0 == status)
    }

    @Test(arguments: [
        "ff", "0a 05 08", "0a 03 12 01 ff", "0a 05 1a 03 0a 01 ff", "0a 02 1a 05", "0b",
    ])
    func damagedBytesAreErrors(hex: String) {
        #expect(throws: EnvelopeError.self) { try Self.read(bytes(hex)) }
    }

    @Test
    func unknownFieldsAreSkippedAtEachLevel() throws {
        let any = field(3, field(1, [0x74]) + bytes("50 01"))
        let body = field(1, bytes("08 05 50 01") + any) + bytes("50 01") + field(2, [1])
        let expected = Status(.notFound, details: [StatusDetail(typeURL: "t", value: [])])
        #expect(try Self.read(body) == (expected, [1]))
    }

    @Test
    func aStatusThatDoesNotFitIsShortened() {
        let long = Status(.notFound, String(repeating: "x", count: 5 << 20))
        #expect(long.fittingIntoFrame == Status(.notFound, "the status is too long to send"))
        #expect(Self.refusal.fittingIntoFrame == Self.refusal)
    }
}
