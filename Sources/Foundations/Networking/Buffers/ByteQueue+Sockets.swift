import Glibc

extension ByteQueue {
    /// Takes what has arrived, at most `byteCount` bytes; 0 bytes are the end of the stream.
    @inline(__always)
    mutating func receive(
        from descriptor: Int32,
        upTo byteCount: Int
    ) throws(SystemError) -> Int {
        var filled = 0
        try unsafe append(upTo: byteCount) { free throws(SystemError) in
            filled = try systemCall("recv") {
                unsafe recv(descriptor, free.baseAddress, free.count, 0)
            }
            return filled
        }
        return filled
    }

    /// Hands the queued bytes to the system, drops those that it took, and answers how many.
    @inline(__always)
    mutating func send(to descriptor: Int32) throws(SystemError) -> Int {
        let byteCount = try unsafe withUnsafeBytes { bytes throws(SystemError) in
            try systemCall("send") {
                unsafe Glibc.send(
                    descriptor,
                    bytes.baseAddress,
                    bytes.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
        }
        removeFirst(byteCount)
        return byteCount
    }
}
