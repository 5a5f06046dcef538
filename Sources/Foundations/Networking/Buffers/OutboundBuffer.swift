/// The bytes a connection has yet to send, contiguous, so that one call sends many messages.
///
/// Offsets count from the first unsent byte and hold until the connection sends, at the end of the
/// turn at the latest.
package struct OutboundBuffer: ~Copyable {
    var queue = ByteQueue()

    /// Creates an empty buffer, also for tests of an encoder without a socket.
    package init() {}

    /// The number of unsent bytes.
    package var count: Int { queue.count }

    /// Whether nothing waits to be sent.
    package var isEmpty: Bool { queue.isEmpty }

    /// Makes room for `byteCount` more bytes at once.
    package mutating func reserve(_ byteCount: Int) {
        queue.reserve(byteCount)
    }

    /// Appends one byte.
    package mutating func append(_ byte: UInt8) {
        queue.append(byte)
    }

    /// Appends an array's bytes.
    package mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe queue.append(contentsOf: $0) }
    }

    /// Appends borrowed bytes.
    package mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe queue.append(contentsOf: $0) }
    }

    /// Appends the bytes behind a pointer.
    package mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
        unsafe queue.append(contentsOf: bytes)
    }

    /// Appends up to `byteCount` bytes that `body` writes in place.
    ///
    /// When `body` throws, nothing is appended.
    package mutating func append<Failure: Error>(
        upTo byteCount: Int,
        _ body: (inout OutputRawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe queue.append(upTo: byteCount) { free throws(Failure) in
            var output = unsafe OutputRawSpan(buffer: free, initializedCount: 0)
            try body(&output)
            return unsafe output.finalize(for: free)
        }
    }

    /// Takes back the last bytes, so that `byteCount` unsent ones stay: the way to drop a
    /// message that turned out too long while it was written.
    package mutating func truncate(to byteCount: Int) {
        queue.truncate(to: byteCount)
    }

    /// Lends the unsent bytes, valid within `body` only.
    package func withBytes<Value: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe queue.withUnsafeBytes { bytes throws(Failure) in
            try unsafe body(bytes.bytes)
        }
    }
}
