/// One field as it lies in the bytes: its tag, where its content is, and its value or size.
struct WireField {
    /// The tag as on the wire: the field number times eight plus the wire type.
    let tag: UInt32
    /// Where the content begins, counted from the first byte of the whole input.
    let offset: UInt32
    /// The value of a varint or fixed field; the byte count of a length-delimited one.
    let bits: UInt64

    var number: UInt32 { tag >> 3 }
    var isLengthDelimited: Bool { tag & 7 == 2 }
    var contentRange: Range<Int> { Int(offset)..<(Int(offset) + Int(bits)) }
    var typeBits: UInt8 { UInt8(tag & 7) }
}
