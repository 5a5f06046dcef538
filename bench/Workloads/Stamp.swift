/// What a note says of itself at its end, so that it is known again wherever it turns up.
///
///     ... the text #0000000000000001000012f3a3c5d700
///
/// Behind the mark come the note's number in the run and the moment of its send, in nanoseconds of
/// the monotonic clock, each in 16 hexadecimal digits.
struct Stamp: Equatable, Sendable {
    /// The number of the note, unlike that of any other in the run.
    let number: UInt64
    /// When the note was sent, or was meant to be.
    let start: UInt64

    /// The size of a stamp with its mark.
    static let byteCount = mark.count + 32
    private static let mark = Array(" #".utf8)

    /// Names a note.
    init(number: UInt64, start: UInt64) {
        self.number = number
        self.start = start
    }

    /// Reads the stamp at the end of a note; nil if there is none.
    init?(endOf content: UnsafeRawBufferPointer) {
        let markOffset = content.count - Stamp.byteCount
        guard markOffset >= 0, content[markOffset] == Stamp.mark[0],
            content[markOffset + 1] == Stamp.mark[1],
            let number = Stamp.number(in: content, at: markOffset + 2),
            let start = Stamp.number(in: content, at: markOffset + 18)
        else { return nil }
        self.init(number: number, start: start)
    }

    /// Adds the stamp behind a text.
    func append(to output: inout ByteBuffer) {
        output.append(Stamp.mark)
        output.append(hexadecimal: number)
        output.append(hexadecimal: start)
    }

    private static func number(in content: UnsafeRawBufferPointer, at offset: Int) -> UInt64? {
        var number: UInt64 = 0
        for index in offset..<offset + 16 {
            let digit: UInt8
            switch content[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = content[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                digit = content[index] - UInt8(ascii: "a") + 10
            default: return nil
            }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}
