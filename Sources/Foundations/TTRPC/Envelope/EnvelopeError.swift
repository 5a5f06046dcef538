/// What is wrong with the bytes of an envelope.
enum EnvelopeError: Error, Equatable {
    case truncated
    case overlongVarint
    case invalidFieldNumber
    case invalidWireType
    case tooManyUnknownFields
    case invalidText(field: String)
    case tooManyMetadataPairs(limit: Int)
    case tooManyMetadataBytes(limit: Int)

    /// The status that tells the sender.
    var status: Status {
        switch self {
        case .tooManyMetadataPairs(let limit):
            Status(.resourceExhausted, "metadata may have at most \(limit) pairs")
        case .tooManyMetadataBytes(let limit):
            Status(.resourceExhausted, "metadata may have at most \(limit) bytes")
        default:
            Status(.invalidArgument, "unmarshal request error: \(reason)")
        }
    }

    /// What is wrong, in words.
    var reason: String {
        switch self {
        case .truncated: "unexpected end of message"
        case .overlongVarint: "varint longer than ten bytes"
        case .invalidFieldNumber: "field number out of range"
        case .invalidWireType: "groups and reserved wire types are not taken"
        case .tooManyUnknownFields: "more than \(FieldCursor.unknownFieldCountMax) unknown fields"
        case .invalidText(let field): "field \(field) contains invalid UTF-8"
        case .tooManyMetadataPairs, .tooManyMetadataBytes: "too much metadata"
        }
    }
}
