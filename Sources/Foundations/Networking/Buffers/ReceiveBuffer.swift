/// The bytes a connection has received and its handler has not consumed yet, contiguous.
///
/// It grows with bytes that arrived, never with lengths that a peer declared. Bytes left in it
/// stay in front of what arrives next.
package struct ReceiveBuffer: ~Copyable {
    var queue = ByteQueue()

    /// Creates an empty buffer, also for tests of a decoder without a socket.
    package init() {}

    /// The number of bytes waiting to be consumed.
    package var count: Int { queue.count }

    /// Whether nothing waits to be consumed.
    package var isEmpty: Bool { queue.isEmpty }

    /// Drops the first `byteCount` bytes, of which there must be as many.
    package mutating func consume(_ byteCount: Int) {
        queue.removeFirst(byteCount)
    }

    /// Drops all bytes.
    package mutating func consumeAll() {
        queue.removeAll()
    }

    /// Lends the waiting bytes, valid within `body` only.
    package func withBytes<Value: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe queue.withUnsafeBytes { bytes throws(Failure) in
            try unsafe body(bytes.bytes)
        }
    }

    /// Lends the waiting bytes as a pointer, valid within `body` only.
    package func withUnsafeBytes<Value: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe queue.withUnsafeBytes(body)
    }

    /// Adds bytes at the end, as if they had arrived; connections do it, and tests.
    package mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
        unsafe queue.append(contentsOf: bytes)
    }
}
