/// Counts the notes of a page without decoding them.
enum PageCheck {
    /// The tags of `repeated ... messages = 1` and `bytes next_cursor = 2`.
    private static let messageTag: UInt8 = 0x0A
    private static let cursorTag: UInt8 = 0x12

    /// The number of notes in an encoded page; nil if it is not one.
    static func noteCount(of page: RawSpan) -> Int? {
        page.withUnsafeBytes { bytes in
            var count = 0
            var offset = 0
            while offset < bytes.count {
                let tag = bytes[offset]
                offset += 1
                guard let length = length(in: bytes, at: &offset), length <= bytes.count - offset
                else { return nil }
                offset += length
                switch tag {
                case messageTag: count += 1
                case cursorTag: continue
                default: return nil
                }
            }
            return count
        }
    }

    /// Reads a varint that is no longer than the length of any page.
    private static func length(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> Int? {
        var length = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
        }
        return nil
    }
}
