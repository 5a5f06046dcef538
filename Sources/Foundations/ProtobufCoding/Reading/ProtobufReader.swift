/// Walks over the fields of one message, for messages that read themselves.
///
///     mutating func merge(from reader: inout ProtobufReader) throws(ProtobufDecodingError) {
///         while let number = try reader.nextField() {
///             switch number {
///             case 1: try reader.read(into: &service)
///             case 2: try reader.read(into: &method)
///             default: break
///             }
///         }
///     }
///
/// A field that is not read is skipped and counts as unknown. What is read into decides the
/// form, as the type of a property does with `Codable`, and a field of another wire type is
/// refused. Nothing is copied before a value asks for it.
///
/// It cannot be made or copied outside the module, so it does not outlive the bytes it reads.
public struct ProtobufReader: ~Copyable {
    let session: DecodingSession
    /// How many messages the fields lie in.
    let depth: Int
    private var cursor: WireCursor
    private var current: WireField?
    private var unknownCount = 0

    init(session: DecodingSession, content: Range<Int>, depth: Int) {
        self.session = session
        self.depth = depth
        cursor = unsafe WireCursor(session.bytes, range: content)
    }

    /// Moves on to the next field and returns its number, or nil at the end of the message.
    public mutating func nextField() throws(ProtobufDecodingError) -> Int? {
        if current != nil {
            unknownCount += 1
            if unknownCount > session.limits.unknownFieldCountMax {
                throw .limit("too many unknown fields", session.limits.unknownFieldCountMax)
            }
        }
        current = try cursor.nextField()
        return current.map { Int($0.number) }
    }

    /// The wire type of the current field.
    public var wireType: ProtobufWireType? {
        current.flatMap { ProtobufWireType(rawValue: $0.typeBits) }
    }

    /// Takes the current field and hands it to the body; errors get the number of the field.
    mutating func readField<Result>(
        _ body: (WireField) throws(ProtobufDecodingError) -> Result
    ) throws(ProtobufDecodingError) -> Result {
        let field = takeField()
        do throws(ProtobufDecodingError) {
            return try body(field)
        } catch {
            throw error.inside("\(field.number)")
        }
    }

    /// Skips what the message has left unread, so that it is checked too.
    mutating func skipRest() throws(ProtobufDecodingError) {
        while try nextField() != nil {}
    }

    private mutating func takeField() -> WireField {
        guard let field = current else {
            preconditionFailure("nextField() must have found a field, and it is read only once")
        }
        current = nil
        return field
    }
}
