import ProtobufCoding

/// A map for each kind of key.
struct Maps: Codable, Hashable {
    var int32: [Int32: String] = [:]
    var int64: [Int64: [UInt8]] = [:]
    var uint32: [UInt32: Bool] = [:]
    var uint64: [UInt64: Double] = [:]
    var sint32: [SInt32: Color] = [:]
    var sint64: [SInt64: Scalars] = [:]
    var fixed32: [Fixed32: Float] = [:]
    var fixed64: [Fixed64: SInt64] = [:]
    var sfixed32: [SFixed32: Fixed32] = [:]
    var sfixed64: [SFixed64: Maps] = [:]
    var bool: [Bool: Int64] = [:]
    var string: [String: ProtobufDuration] = [:]

    enum CodingKeys: Int, CodingKey {
        case int32 = 1
        case int64 = 2
        case uint32 = 3
        case uint64 = 4
        case sint32 = 5
        case sint64 = 6
        case fixed32 = 7
        case fixed64 = 8
        case sfixed32 = 9
        case sfixed64 = 10
        case bool = 11
        case string = 12
    }
}

/// A oneof between two other fields, its numbers around theirs.
struct Choice: Codable, Hashable {
    var before: Int64 = 0
    var body: Body?
    var after: Int64 = 0

    enum CodingKeys: Int, CodingKey {
        case before = 1
        case body = 2
        case after = 10
    }

    enum Body: ProtobufOneof, Hashable {
        case text(String)
        case count(Int32)
        case scalars(Scalars)
        case color(Color)
        case moment(ProtobufTimestamp)
        case data([UInt8])

        enum CodingKeys: Int, CodingKey {
            case text = 4
            case count = 2
            case scalars = 3
            case color = 7
            case moment = 8
            case data = 20
        }
    }
}

/// Messages within messages.
final class Tree: Codable {
    let name: String
    let left: Tree?
    let right: Tree?
    let children: [Tree]
    let created: ProtobufTimestamp?
    let length: ProtobufDuration?
    let choice: Choice?

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case left = 2
        case right = 3
        case children = 4
        case created = 5
        case length = 6
        case choice = 7
    }
}
