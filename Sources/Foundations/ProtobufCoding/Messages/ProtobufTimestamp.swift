/// The well-known message `google.protobuf.Timestamp`: a moment, counted from 1970 in UTC.
public struct ProtobufTimestamp: ProtobufMessage, Hashable, Sendable, Comparable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int64
    /// Nanoseconds after `seconds`, 0 to 999,999,999, also before 1970.
    public let nanos: Int32

    /// The seconds of the years 0001 to 9999, which timestamp.proto allows.
    public static let secondsRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    private enum CodingKeys: Int, CodingKey {
        case seconds = 1
        case nanos = 2
    }

    /// Makes a moment, or nil if it is outside the range that timestamp.proto allows.
    public init?(seconds: Int64, nanos: Int32 = 0) {
        guard Self.secondsRange.contains(seconds), (0...999_999_999).contains(nanos) else {
            return nil
        }
        self.seconds = seconds
        self.nanos = nanos
    }

    /// Makes the start of 1970, which is the default.
    public init() {
        seconds = 0
        nanos = 0
    }

    /// Decodes a moment and refuses one that is out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try container.decode(Int64.self, forKey: .seconds)
        let nanos = try container.decode(Int32.self, forKey: .nanos)
        self = try Self(validating: seconds, nanos)
    }

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool {
        (left.seconds, left.nanos) < (right.seconds, right.nanos)
    }

    /// Writes both fields.
    public func encode(into writer: inout ProtobufWriter) {
        writer.write(seconds, field: 1)
        writer.write(nanos, field: 2)
    }

    /// Reads both fields and refuses a moment that is out of range.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        var (seconds, nanos) = (seconds, nanos)
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &seconds)
            case 2: try reader.read(into: &nanos)
            default: break
            }
        }
        self = try Self(validating: seconds, nanos)
    }

    private init(validating seconds: Int64, _ nanos: Int32) throws(ProtobufDecodingError) {
        guard let valid = Self(seconds: seconds, nanos: nanos) else {
            throw ProtobufDecodingError(
                .invalidValue,
                "\(seconds) s and \(nanos) ns are no moment of the years 0001 to 9999"
            )
        }
        self = valid
    }
}
