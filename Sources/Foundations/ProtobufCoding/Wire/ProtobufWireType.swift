/// How the bytes of a field are laid out: the low three bits of its tag.
///
/// The two group types of proto2 (3 and 4) are missing on purpose: they are refused.
public enum ProtobufWireType: UInt8, Sendable {
    /// Base 128 integer of one to ten bytes: int32, int64, uint32, uint64, sint32, sint64,
    /// bool, enum.
    case varint = 0
    /// Eight bytes, low byte first: fixed64, sfixed64, double.
    case fixed64 = 1
    /// A varint byte count and that many bytes: string, bytes, message, packed list, map entry.
    case lengthDelimited = 2
    /// Four bytes, low byte first: fixed32, sfixed32, float.
    case fixed32 = 5
}

/// The range that the wire format gives field numbers.
enum FieldNumber {
    /// 2^29 - 1: a tag is a 32-bit number whose low three bits are the wire type.
    static let max: UInt32 = 536_870_911
}
