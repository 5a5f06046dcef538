/// A message or list that is being written; frames form a stack from the outermost message in.
struct EncodingFrame {
    /// The field that it is the value of; 0 for the outermost message.
    let number: UInt32
    /// Where the tag of the field is, for taking an empty default back.
    let recordStart: Int
    /// Where the content begins; of a list, of its packed record.
    var contentStart: Int
    var kind: Kind
    /// The highest field written so far.
    var lastNumber: UInt32 = 0
    /// Whether the fields have come in ascending order, so that nothing needs sorting.
    var isAscending = true

    enum Kind: UInt8 {
        /// A message that is written even if it stays empty.
        case message
        /// A message that is left out if it stays empty.
        case messageUnlessEmpty
        /// A list without elements.
        case list
        /// A list of numbers, in one record.
        case packedList
        /// A list of strings, bytes or messages, a record each.
        case recordList
    }

    var isMessage: Bool { kind == .message || kind == .messageUnlessEmpty }
}

/// Where a value goes: the field, the frame that holds the field, and when to leave it out.
struct EncodingSlot {
    var number: UInt32
    var frame: Int32
    var mode: Mode

    enum Mode: UInt8 {
        /// The outermost message.
        case root
        /// A field that is left out when it has the default value.
        case implicit
        /// A field that is always written: an optional that is set, a map's key.
        case explicit
        /// A map's value: always written, and never a list.
        case mapValue
        /// An element of the list that the frame is.
        case element
        /// A oneof, whose cases are fields of the frame.
        case oneof
    }
}
