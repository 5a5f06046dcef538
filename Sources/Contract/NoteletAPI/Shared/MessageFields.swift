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

    /// Reads a number, bool or enum that is a case of a oneof.
    mutating func readValue<Value: ProtobufScalar>() throws(ProtobufDecodingError) -> Value {
        var value = Value(wireBits: 0)
        try read(into: &value)
        return value
    }

    /// Reads a string that is a case of a oneof.
    mutating func readValue() throws(ProtobufDecodingError) -> String {
        var value = ""
        try read(into: &value)
        return value
    }

    /// Reads bytes that are a case of a oneof.
    mutating func readValue() throws(ProtobufDecodingError) -> [UInt8] {
        var value: [UInt8] = []
        try read(into: &value)
        return value
    }
}
