/// Lengthens messages by a field without meaning, so that who counts the bytes of a connection sees
/// frames of a few sizes.
///
/// Message types give the field a number, and pass over what it holds. A frame gets the smallest
/// size that it can be lengthened to exactly: most sizes from its own on, but for a few bytes that
/// no field takes, as 1 or 2. A frame that is longer than all sizes gets a multiple of the largest.
public struct FramePadding: Hashable, Sendable {
    private let fieldNumber: UInt8
    private let frameByteCounts: [Int]
    private let largest: Int

    /// The longest frame.
    private static let frameByteCountMax =
        FrameHeader.byteCount + WireLimits.protocolMessageByteCountMax

    /// Describes the field and the sizes.
    ///
    /// - Parameters:
    ///   - fieldNumber: The number of the field, of the type `bytes`: 1 to 15, and higher than
    ///     those of the fields that are written in front of it.
    ///   - frameByteCounts: The sizes of frames with their headers, in ascending order.
    public init(fieldNumber: UInt8, frameByteCounts: [Int]) {
        precondition((1...15).contains(fieldNumber), "The tag of the field takes one byte.")
        guard let largest = frameByteCounts.last, largest > FrameHeader.byteCount else {
            preconditionFailure("There is a size that a frame can have.")
        }
        precondition(frameByteCounts == frameByteCounts.sorted(), "The sizes ascend.")
        self.fieldNumber = fieldNumber
        self.frameByteCounts = frameByteCounts
        self.largest = largest
    }

    /// How large the field has to be behind a message.
    ///
    /// - Parameters:
    ///   - payloadByteCount: The size of the message without the field.
    ///   - frameByteCount: The size of the whole frame around a message of a size.
    /// - Returns: The size of the field; 0 where the frame has one of the sizes already, and where
    ///   it cannot have any.
    func fieldByteCount(
        behind payloadByteCount: Int,
        frameByteCount: (_ payloadByteCount: Int) -> Int
    ) -> Int {
        let bare = frameByteCount(payloadByteCount)
        var wanted = bare
        while let size = size(from: wanted) {
            if size == bare { return 0 }
            // The lengths in front of the message may grow by some bytes too.
            for growth in 0...5 {
                let byteCount = size - bare - growth
                if contentByteCount(ofField: byteCount) != nil,
                    frameByteCount(payloadByteCount + byteCount) == size
                {
                    return byteCount
                }
            }
            wanted = size + 1
        }
        return 0
    }

    /// A message with the field behind it, so that it has one of the sizes by itself: for what
    /// carries messages otherwise than in frames.
    package func padded(_ message: [UInt8]) -> [UInt8] {
        let byteCount = fieldByteCount(behind: message.count) { $0 }
        guard byteCount > 0 else { return message }
        return [UInt8](encodedByteCountMax: message.count + byteCount) { output in
            message.withRawSpan { output.append(copying: $0) }
            encode(byteCount: byteCount, into: &output)
        }
    }

    /// The size that something of a size is lengthened to which can have any; its own where that is
    /// longer than all.
    package func paddedByteCount(_ byteCount: Int) -> Int { size(from: byteCount) ?? byteCount }

    /// Appends the field, unless its size is 0.
    func encode(byteCount: Int, into output: inout OutputRawSpan) {
        guard let content = contentByteCount(ofField: byteCount) else { return }
        output.append(field: fieldNumber, byteCount: content)
        unsafe output.append(repeating: 0, count: content, as: UInt8.self)
    }

    /// The smallest size that is not below a number; nil where that is longer than any frame.
    private func size(from byteCount: Int) -> Int? {
        if let size = frameByteCounts.first(where: { $0 >= byteCount }) { return size }
        let multiple = (byteCount + largest - 1) / largest * largest
        return multiple <= Self.frameByteCountMax ? multiple : nil
    }

    /// What a field of a size holds; nil for a size that no field has which holds something.
    private func contentByteCount(ofField byteCount: Int) -> Int? {
        for prefix in 2...5 {
            let content = byteCount - prefix
            if content > 0, FieldSize.bytes(content) == byteCount { return content }
        }
        return nil
    }
}
