/// The key of an entry of a map, as its field is written.
enum JSONMapKey: Hashable {
    case text([UInt8])
    case signed(Int64, ProtobufWireType)
    case unsigned(UInt64, ProtobufWireType)

    /// Reads the name of a member.
    init(_ name: String, _ content: ContentForm) throws(ProtobufDecodingError) {
        switch content {
        case .string: self = .text(Array(name.utf8))
        case .bool:
            guard name == "true" || name == "false" else { throw .wrongKind("true or false") }
            self = .unsigned((name == "true").wireBits, .varint)
        case .int32, .int64:
            let bits = try content.bits(ofNumber: name)
            self = .signed(Int64(bitPattern: bits), content.wireType)
        default: self = .unsigned(try content.bits(ofNumber: name), content.wireType)
        }
    }

    /// Writes the field, also if it is empty.
    func write(to writer: inout ProtobufWriter) {
        switch self {
        case .text(let text): writer.writeBytes(text, field: 1)
        case .signed(let number, let type):
            writer.appendTag(field: 1, type)
            writer.appendValue(UInt64(bitPattern: number), type)
        case .unsigned(let number, let type):
            writer.appendTag(field: 1, type)
            writer.appendValue(number, type)
        }
    }

    /// Whether its entry stands before that of another key.
    func isBefore(_ other: JSONMapKey) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
        case (.signed(let left, _), .signed(let right, _)): left < right
        case (.unsigned(let left, _), .unsigned(let right, _)): left < right
        default: preconditionFailure("The keys of a map are of one type.")
        }
    }
}
