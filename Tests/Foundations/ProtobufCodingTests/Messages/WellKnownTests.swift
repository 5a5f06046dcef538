import ProtobufCoding
import Testing

@Suite
struct WellKnownTests {
    @Test(arguments: [
        (-62_135_596_800, 0, true), (-62_135_596_801, 0, false), (253_402_300_799, 0, true),
        (253_402_300_800, 0, false), (0, 999_999_999, true), (0, 1_000_000_000, false),
        (-1, 0, true), (0, -1, false),
    ])
    func timestampRange(seconds: Int64, nanos: Int32, isValid: Bool) {
        #expect((ProtobufTimestamp(seconds: seconds, nanos: nanos) != nil) == isValid)
        check(ProtobufTimestamp.self, seconds, nanos, isValid)
    }

    @Test(arguments: [
        (-315_576_000_000, 0, true), (-315_576_000_001, 0, false), (315_576_000_000, 0, true),
        (315_576_000_001, 0, false), (0, 999_999_999, true), (0, -999_999_999, true),
        (0, 1_000_000_000, false), (1, -1, false), (-1, 1, false), (-1, -1, true),
    ])
    func durationRange(seconds: Int64, nanos: Int32, isValid: Bool) {
        #expect((ProtobufDuration(seconds: seconds, nanos: nanos) != nil) == isValid)
        check(ProtobufDuration.self, seconds, nanos, isValid)
    }

    private struct Pair: Codable {
        var seconds: Int64
        var nanos: Int32
        enum CodingKeys: Int, CodingKey { case seconds = 1, nanos = 2 }
    }

    /// Both codings of the message agree with a plain struct of the same fields.
    private func check<Message: ProtobufMessage & Equatable>(
        _ type: Message.Type,
        _ seconds: Int64,
        _ nanos: Int32,
        _ isValid: Bool
    ) {
        do {
            let bytes = try ProtobufEncoder().encode(Pair(seconds: seconds, nanos: nanos))
            let message = try ProtobufDecoder().decode(type, from: bytes)
            #expect(isValid)
            #expect(try ProtobufEncoder().encode(message) == bytes)
            #expect(try ProtobufEncoder().encode(AsCodable(message)) == bytes)
            #expect(
                try ProtobufDecoder().decode(AsCodable<Message>.self, from: bytes).value == message
            )
        } catch {
            #expect(!isValid)
        }
    }

    @Test
    func durationsConvert() throws {
        let span = try #require(ProtobufDuration(.milliseconds(-1_500)))
        #expect(span.seconds == -1 && span.nanos == -500_000_000)
        #expect(span.duration == .milliseconds(-1_500))
        #expect(ProtobufDuration(.seconds(315_576_000_001)) == nil)
        #expect(span < ProtobufDuration())
        #expect(try #require(ProtobufTimestamp(seconds: -1)) < ProtobufTimestamp())
    }
}

/// A message coded by its `Codable` conformance, even if it has a coding of its own.
struct AsCodable<Value: Codable>: Codable {
    let value: Value

    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
