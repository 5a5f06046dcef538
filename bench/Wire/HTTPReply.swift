/// A response of HTTP/1.1, in the bytes that a connection has received.
struct HTTPReply {
    /// How many bytes it takes with its head.
    let byteCount: Int
    /// How the request ended, such as 200.
    let status: Int
    /// What follows the head.
    let body: UnsafeRawBufferPointer

    private static let version = Array("HTTP/1.1 ".utf8)
    private static let lengthName = Array("content-length:".utf8)
    /// Longer than any head of the server's.
    private static let headByteCountMax = 16 << 10
    /// The longest body: what a frame may have.
    private static let bodyByteCountMax = 4 << 20

    /// Finds the first response; nil if it is not whole yet.
    ///
    /// - Throws: `BrokenReply` where the bytes are none that tells its length.
    static func first(in bytes: UnsafeRawBufferPointer) throws(BrokenReply) -> HTTPReply? {
        guard let statusEnd = try lineEnd(in: bytes, from: 0) else { return nil }
        guard bytes.starts(with: version),
            let status = number(in: bytes, version.count..<min(version.count + 3, statusEnd))
        else { throw BrokenReply() }
        var length: Int?
        var start = statusEnd + 2
        while let end = try lineEnd(in: bytes, from: start) {
            if end == start {
                guard let length, length <= bodyByteCountMax else { throw BrokenReply() }
                let bodyStart = end + 2
                guard bytes.count >= bodyStart + length else { return nil }
                return HTTPReply(
                    byteCount: bodyStart + length,
                    status: status,
                    body: UnsafeRawBufferPointer(rebasing: bytes[bodyStart..<bodyStart + length])
                )
            }
            if isLength(bytes[start..<end]) {
                length = number(in: bytes, start + lengthName.count..<end)
            }
            start = end + 2
        }
        return nil
    }

    /// Where a line ends that begins somewhere; nil if its end has not come.
    private static func lineEnd(
        in bytes: UnsafeRawBufferPointer,
        from start: Int
    ) throws(BrokenReply) -> Int? {
        var end = start
        while end + 1 < bytes.count {
            if bytes[end] == UInt8(ascii: "\r"), bytes[end + 1] == UInt8(ascii: "\n") { return end }
            end += 1
            guard end <= headByteCountMax else { throw BrokenReply() }
        }
        return nil
    }

    /// Whether a line tells the length of the body; names go without regard to case.
    private static func isLength(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard line.count > lengthName.count else { return false }
        return zip(line, lengthName).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }

    /// A number behind spaces.
    private static func number(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        let digits = bytes[range].drop { $0 == UInt8(ascii: " ") }
        return DecimalNumber.read(in: UnsafeRawBufferPointer(rebasing: digits))
    }
}
