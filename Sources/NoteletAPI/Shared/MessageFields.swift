internal import ProtobufCoding

extension ProtobufWriter {
    /// Writes a message field whose type is known here, without asking at run time how.
    mutating func write(
        message: some ProtobufEncodable,
        field number: Int
    ) throws(ProtobufEncodingError) {
        try writeMessage(field: number) { (writer) throws(ProtobufEncodingError) in
            try message.encode(into: &writer)
        }
    }
}

extension ProtobufReader {
    /// Reads a message that is a case of a oneof: into the earlier value if the same case was set
    /// before, as protobuf merges them.
    mutating func read<Message: ProtobufDecodable>(
        mergingInto earlier: Message?
    ) throws(ProtobufDecodingError) -> Message {
        var message = earlier ?? Message()
        try read(into: &message)
        return message
    }
}
