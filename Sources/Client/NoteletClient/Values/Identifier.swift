/// An id of the service as people write it: a UUID.
///
///     let id = Identifier("0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10")
///     let note = try await notelet.message(id.bytes)
public struct Identifier: Hashable, Sendable {
    /// The 16 bytes that messages carry.
    public let bytes: [UInt8]

    private static let byteCount = 16
    /// After how many bytes a dash stands.
    private static let dashes: Set<Int> = [4, 6, 8, 10]

    /// Takes 16 bytes.
    init(taking bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "An id has 16 bytes.")
        self.bytes = bytes
    }

    /// Takes the bytes of a message's field; nil unless there are 16.
    ///
    /// - Parameter bytes: The bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}

extension Identifier: LosslessStringConvertible {
    /// Reads a UUID, its letters in either case.
    ///
    /// - Parameter text: 32 hexadecimal digits with dashes after the 8th, 12th, 16th and 20th.
    public init?(_ text: String) {
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while bytes.count < Self.byteCount {
            if Self.dashes.contains(bytes.count) {
                guard rest.first == "-" else { return nil }
                rest.removeFirst()
            }
            let digits = rest.prefix(2)
            guard digits.utf8.count == 2, digits.first != "+", digits.first != "-",
                let byte = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        guard rest.isEmpty else { return nil }
        self.bytes = bytes
    }

    /// The UUID in lower case.
    public var description: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if Self.dashes.contains(index) { text += "-" }
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }
}
