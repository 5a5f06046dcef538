public import ProtobufCoding

/// What an account may do; granted by the operator, never by a request.
public struct Plan: Codable, Hashable, Sendable {
    /// Which plan it is.
    public var kind: PlanKind
    /// When a premium plan ends (exclusive); absent on the free plan.
    public var expiresAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case kind = 1
        case expiresAt = 2
    }

    /// Creates the message; what is left out is empty.
    public init(kind: PlanKind = .unspecified, expiresAt: Timestamp? = nil) {
        self.kind = kind
        self.expiresAt = expiresAt
    }
}

extension Plan: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(kind: .unspecified)
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(kind, field: 1)
        if let expiresAt { try writer.write(message: expiresAt, field: 2) }
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &kind)
            case 2: try reader.read(into: &expiresAt)
            default: break
            }
        }
    }
}
