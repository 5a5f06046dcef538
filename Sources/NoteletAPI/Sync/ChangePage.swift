public import ProtobufCoding

/// The response of `Sync.Pull`, and each message of the stream of `Sync.Watch`.
public struct ChangePage: Codable, Hashable, Sendable {
    /// In the order in which they happened; at most 500.
    ///
    /// None in a heartbeat.
    public var changes: [Change]
    /// Where to resume once these changes are taken in.
    public var cursor: [UInt8]
    /// True when there was nothing more when this page was read.
    public var isUpToDate: Bool

    private enum CodingKeys: Int, CodingKey {
        case changes = 1
        case cursor = 2
        case isUpToDate = 3
    }

    /// Creates the message; what is left out is empty.
    public init(changes: [Change] = [], cursor: [UInt8] = [], isUpToDate: Bool = false) {
        self.changes = changes
        self.cursor = cursor
        self.isUpToDate = isUpToDate
    }
}

extension ChangePage: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(changes: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        for element in changes { try writer.write(message: element, field: 1) }
        writer.write(cursor, field: 2)
        writer.write(isUpToDate, field: 3)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &changes)
            case 2: try reader.read(into: &cursor)
            case 3: try reader.read(into: &isUpToDate)
            default: break
            }
        }
    }
}
