public import ProtobufCoding

/// The request of `Messages.ListReceived`.
public struct ListReceivedRequest: Codable, Hashable, Sendable {
    /// Empty for the newest page.
    public var cursor: [UInt8]
    /// 1 to 500; 0 means 50.
    public var pageSize: Int32

    private enum CodingKeys: Int, CodingKey {
        case cursor = 1
        case pageSize = 2
    }

    /// Creates the message; what is left out is empty.
    public init(cursor: [UInt8] = [], pageSize: Int32 = 0) {
        self.cursor = cursor
        self.pageSize = pageSize
    }
}

extension ListReceivedRequest: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(cursor: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(cursor, field: 1)
        writer.write(pageSize, field: 2)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &cursor)
            case 2: try reader.read(into: &pageSize)
            default: break
            }
        }
    }
}

/// The response of `Messages.ListReceived`.
public struct ListReceivedResponse: Codable, Hashable, Sendable {
    /// One page of notes, newest first.
    public var messages: [ReceivedMessage]
    /// Empty after the last page.
    public var nextCursor: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case messages = 1
        case nextCursor = 2
    }

    /// Creates the message; what is left out is empty.
    public init(messages: [ReceivedMessage] = [], nextCursor: [UInt8] = []) {
        self.messages = messages
        self.nextCursor = nextCursor
    }
}

extension ListReceivedResponse: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(messages: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        for element in messages { try writer.write(message: element, field: 1) }
        writer.write(nextCursor, field: 2)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &messages)
            case 2: try reader.read(into: &nextCursor)
            default: break
            }
        }
    }
}
