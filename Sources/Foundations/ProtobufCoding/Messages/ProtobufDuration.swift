/// The well-known message `google.protobuf.Duration`: a signed span of time.
public struct ProtobufDuration: ProtobufMessage, Hashable, Sendable, Comparable {
    /// Whole seconds, rounded towards zero.
    public let seconds: Int64
    /// The rest in nanoseconds, -999,999,999 to 999,999,999, never of the other sign.
    public let nanos: Int32

    /// The seconds that duration.proto allows: about 10,000 years either way.
    public static let secondsRange: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

    private enum CodingKeys: Int, CodingKey {
        case seconds = 1
        case nanos = 2
    }

    /// Makes a span, or nil if it is outside what duration.proto allows.
    public init?(seconds: Int64, nanos: Int32 = 0) {
        guard
            Self.secondsRange.contains(seconds),
            (-999_999_999...999_999_999).contains(nanos),
            seconds.signum() * Int64(nanos.signum()) >= 0
        else { return nil }
        self.seconds = seconds
        self.nanos = nanos
    }

    /// Makes the empty span, which is the default.
    public init() {
        seconds = 0
        nanos = 0
    }

    /// Takes a Swift duration, rounded towards zero to nanoseconds; nil if it is too long.
    public init?(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(seconds: seconds, nanos: Int32(attoseconds / 1_000_000_000))
    }

    /// Decodes a span and refuses one that is out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let seconds = try container.decode(Int64.self, forKey: .seconds)
        let nanos = try container.decode(Int32.self, forKey: .nanos)
        self = try Self(validating: seconds, nanos)
    }

    /// The span as a Swift duration.
    public var duration: Duration { .seconds(seconds) + .nanoseconds(nanos) }

    /// Orders by length, negative spans first.
    public static func < (left: Self, right: Self) -> Bool {
        (left.seconds, left.nanos) < (right.seconds, right.nanos)
    }

    /// Writes both fields.
    public func encode(into writer: inout ProtobufWriter) {
        writer.write(seconds, field: 1)
        writer.write(nanos, field: 2)
    }

    /// Reads both fields and refuses a span that is out of range.
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
                "\(seconds) s and \(nanos) ns are no duration within 10,000 years"
            )
        }
        self = valid
    }
}
