import ProtobufCoding

/// An open enum written as an enum.
enum Color: ProtobufEnum {
    case red, green, blue, dark, unrecognized(Int32)

    init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .red
        case 1: self = .green
        case 2: self = .blue
        case -1: self = .dark
        default: self = .unrecognized(rawValue)
        }
    }

    var rawValue: Int32 {
        switch self {
        case .red: 0
        case .green: 1
        case .blue: 2
        case .dark: -1
        case .unrecognized(let number): number
        }
    }
}

/// One field of every kind.
struct Scalars: Codable, Hashable {
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var sint32: SInt32 = 0
    var sint64: SInt64 = 0
    var fixed32: Fixed32 = 0
    var fixed64: Fixed64 = 0
    var sfixed32: SFixed32 = 0
    var sfixed64: SFixed64 = 0
    var bool: Bool = false
    var float: Float = 0
    var double: Double = 0
    var string: String = ""
    var bytes: [UInt8] = []
    var color: Color = .red
    var int: Int = 0
    var uint: UInt = 0

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
        case float = 12
        case double = 13
        case string = 14
        case bytes = 15
        case color = 16
        case int = 17
        case uint = 536870911
    }
}

/// Every kind, told apart from its default.
struct Optionals: Codable, Hashable {
    var int32: Int32?
    var int64: Int64?
    var uint32: UInt32?
    var uint64: UInt64?
    var sint32: SInt32?
    var sint64: SInt64?
    var fixed32: Fixed32?
    var fixed64: Fixed64?
    var sfixed32: SFixed32?
    var sfixed64: SFixed64?
    var bool: Bool?
    var float: Float?
    var double: Double?
    var string: String?
    var bytes: [UInt8]?
    var color: Color?
    var scalars: Scalars?
    var int: Int?
    var uint: UInt?

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
        case float = 12
        case double = 13
        case string = 14
        case bytes = 15
        case color = 16
        case scalars = 17
        case int = 18
        case uint = 19
    }
}

/// A list of every kind; the properties are not in the order of their numbers on purpose.
struct Lists: Codable, Hashable {
    var color: [Color] = []
    var bytes: [[UInt8]] = []
    var string: [String] = []
    var double: [Double] = []
    var float: [Float] = []
    var bool: [Bool] = []
    var sfixed64: [SFixed64] = []
    var sfixed32: [SFixed32] = []
    var fixed64: [Fixed64] = []
    var fixed32: [Fixed32] = []
    var sint64: [SInt64] = []
    var sint32: [SInt32] = []
    var uint64: [UInt64] = []
    var uint32: [UInt32] = []
    var int64: [Int64] = []
    var int32: [Int32] = []
    var timestamps: [ProtobufTimestamp] = []
    var scalars: [Scalars] = []

    enum CodingKeys: Int, CodingKey {
        case color = 16
        case bytes = 15
        case string = 14
        case double = 13
        case float = 12
        case bool = 11
        case sfixed64 = 10
        case sfixed32 = 9
        case fixed64 = 8
        case fixed32 = 7
        case sint64 = 6
        case sint32 = 5
        case uint64 = 4
        case uint32 = 3
        case int64 = 2
        case int32 = 1
        case timestamps = 18
        case scalars = 17
    }
}
