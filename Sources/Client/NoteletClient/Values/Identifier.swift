internal import TextForms

/// An id of the service as people write it: a UUID.
///
///     let id = Identifier("0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10")
///     let note = try await notelet.message(id.bytes)
public struct Identifier: Hashable, Sendable {
    /// The 16 bytes that messages carry.
    public let bytes: [UInt8]

    private static let byteCount = 16

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
        guard let uuid = UUIDText(text) else { return nil }
        self.bytes = withUnsafeBytes(of: (uuid.high.bigEndian, uuid.low.bigEndian)) { Array($0) }
    }

    /// The UUID in lower case.
    public var description: String {
        let (high, low) = bytes.withUnsafeBytes { bytes in
            (
                bytes.loadUnaligned(as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        return UUIDText(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low)).text
    }
}
