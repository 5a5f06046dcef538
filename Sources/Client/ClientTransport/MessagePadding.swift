/// A field without meaning that lengthens messages, so that who counts the bytes of a connection
/// sees a few sizes.
///
/// A transport that puts messages into frames gives the frames these sizes, and one that has none
/// the messages.
package struct MessagePadding: Hashable, Sendable {
    /// The number of the field, of the type `bytes`: 1 to 15, and higher than those of the fields
    /// that are written in front of it.
    package let fieldNumber: UInt8
    /// The sizes, in ascending order; what is longer than all gets a multiple of the last.
    package let byteCounts: [Int]

    private let largest: Int

    /// Describes the field and the sizes.
    package init(fieldNumber: UInt8, byteCounts: [Int]) {
        precondition((1...15).contains(fieldNumber), "The tag of the field takes one byte.")
        guard let largest = byteCounts.last, largest > 0 else {
            preconditionFailure("There is a size that a message can have.")
        }
        precondition(byteCounts == byteCounts.sorted(), "The sizes ascend.")
        self.fieldNumber = fieldNumber
        self.byteCounts = byteCounts
        self.largest = largest
    }

    /// A message with the field behind it, so that it has the smallest of the sizes that it can
    /// have.
    package func padded(_ message: [UInt8]) -> [UInt8] {
        var size = size(from: message.count)
        while size > message.count {
            if let field = field(byteCount: size - message.count) { return message + field }
            size = self.size(from: size + 1)
        }
        return message
    }

    /// The smallest size that is not below a number.
    private func size(from byteCount: Int) -> Int {
        byteCounts.first { $0 >= byteCount } ?? (byteCount + largest - 1) / largest * largest
    }

    /// The field that takes up so many bytes; nil where none does, as for 1 or 2.
    private func field(byteCount: Int) -> [UInt8]? {
        let tag = fieldNumber << 3 | 2
        for lengthByteCount in 1...5 {
            let contentByteCount = byteCount - 1 - lengthByteCount
            guard contentByteCount > 0 else { return nil }
            let length = varint(contentByteCount)
            guard length.count == lengthByteCount else { continue }
            return [tag] + length + [UInt8](repeating: 0, count: contentByteCount)
        }
        return nil
    }

    /// A number as protobuf writes lengths: seven bits a byte, the lowest first.
    private func varint(_ number: Int) -> [UInt8] {
        var rest = UInt(number)
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(truncatingIfNeeded: rest)]
    }
}
