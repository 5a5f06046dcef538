/// Decisions taken from the end of an input, so that its front stays what it looks like.
struct Choices {
    private let bytes: UnsafeRawBufferPointer
    private var end: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        end = bytes.count
    }

    /// The next decision, 0 once there are none left.
    mutating func next() -> UInt8 {
        guard end > 0 else { return 0 }
        end -= 1
        return bytes[end]
    }
}
