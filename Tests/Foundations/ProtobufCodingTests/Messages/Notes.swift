import ProtobufCoding

/// A message as `Codable` defines it.
final class CodedNote: Codable {
    let id: Int64
    let sender: String
    let content: String?
    let tags: [Int64]
    let names: [String]
    let parts: [[UInt8]]
    let data: [UInt8]
    let key: [UInt8]?
    let level: Int32?
    let answer: CodedNote?
    let thread: [CodedNote]
    let counts: [String: Int64]
    let sent: ProtobufTimestamp?
    let scalars: Scalars?
    let history: [Scalars]
    let color: Color

    enum CodingKeys: Int, CodingKey {
        case id = 1
        case sender = 2
        case content = 3
        case tags = 4
        case names = 5
        case parts = 6
        case data = 7
        case key = 8
        case level = 9
        case answer = 10
        case thread = 11
        case counts = 12
        case sent = 13
        case scalars = 14
        case history = 15
        case color = 16
    }
}

/// The same message, which writes and reads itself.
struct FastNote: ProtobufMessage {
    var id: Int64 = 0
    var sender: String = ""
    var content: String?
    var tags: [Int64] = []
    var names: [String] = []
    var parts: [[UInt8]] = []
    var data: [UInt8] = []
    var key: [UInt8]?
    var level: Int32?
    /// At most one: a struct cannot hold itself otherwise.
    var answer: Boxed?
    var thread: [FastNote] = []
    var counts: [String: Int64] = [:]
    var sent: ProtobufTimestamp?
    var scalars: Scalars?
    var history: [Scalars] = []
    var color: Color = .red

    /// Holds the answer on the heap.
    final class Boxed: Codable {
        let note: FastNote
        init(_ note: FastNote) { self.note = note }
    }

    enum CodingKeys: Int, CodingKey {
        case id = 1
        case sender = 2
        case content = 3
        case tags = 4
        case names = 5
        case parts = 6
        case data = 7
        case key = 8
        case level = 9
        case answer = 10
        case thread = 11
        case counts = 12
        case sent = 13
        case scalars = 14
        case history = 15
        case color = 16
    }

    func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(id, field: 1)
        writer.write(sender, field: 2)
        writer.write(content, field: 3)
        writer.write(tags, field: 4)
        writer.write(names, field: 5)
        writer.write(parts, field: 6)
        writer.write(data, field: 7)
        writer.write(key, field: 8)
        writer.write(level, field: 9)
        try writer.write(answer?.note, field: 10)
        try writer.write(thread, field: 11)
        try writer.write(counts, field: 12)
        try writer.write(sent, field: 13)
        try writer.write(scalars, field: 14)
        try writer.write(history, field: 15)
        writer.write(color, field: 16)
    }

    mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &id)
            case 2: try reader.read(into: &sender)
            case 3: try reader.read(into: &content)
            case 4: try reader.read(into: &tags)
            case 5: try reader.read(into: &names)
            case 6: try reader.read(into: &parts)
            case 7: try reader.read(into: &data)
            case 8: try reader.read(into: &key)
            case 9: try reader.read(into: &level)
            case 10:
                var note = answer?.note
                try reader.read(into: &note)
                answer = note.map(Boxed.init)
            case 11: try reader.read(into: &thread)
            case 12: try reader.read(into: &counts)
            case 13: try reader.read(into: &sent)
            case 14: try reader.read(into: &scalars)
            case 15: try reader.read(into: &history)
            case 16: try reader.read(into: &color)
            default: break
            }
        }
    }
}
