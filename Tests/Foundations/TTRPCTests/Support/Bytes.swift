@testable import TTRPC

/// Reads bytes as they stand in a specification: hexadecimal, spaces where they help.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
        UInt8(digits[index] << 4 | digits[index + 1])
    }
}

/// A whole frame, written without the code under test.
func frame(
    _ id: UInt32,
    _ type: UInt8,
    flags: UInt8 = 0,
    _ body: [UInt8] = [],
    length: UInt32? = nil
) -> [UInt8] {
    let length = length ?? UInt32(body.count)
    return bigEndian(length) + bigEndian(id) + [type, flags] + body
}

/// A request frame.
func requestFrame(
    _ id: UInt32,
    _ service: String = "svc",
    _ method: String = "Echo",
    flags: UInt8 = 0,
    payload: [UInt8] = [],
    extra: [UInt8] = []
) -> [UInt8] {
    var body = field(1, Array(service.utf8)) + field(2, Array(method.utf8))
    if !payload.isEmpty { body += field(3, payload) }
    return frame(id, 1, flags: flags, body + extra)
}

/// A length-delimited protobuf field.
func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + varint(UInt64(content.count)) + content
}

/// A protobuf varint.
func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var encoded: [UInt8] = []
    while rest >= 0x80 {
        encoded.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
    }
    return encoded + [UInt8(rest)]
}

private func bigEndian(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
}
