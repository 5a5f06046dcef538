/// The line of a secret while it is typed: takes bytes, shows nothing.
///
/// It stands in for the terminal's own line editing, which is off so that Ctrl-C reaches the
/// program as a byte and the echo is sure to be switched on again.
struct SecretLine {
    private(set) var bytes: [UInt8] = []

    /// Far more than any passphrase; what is beyond is refused rather than cut.
    static let byteCountMax = 4096

    /// What a byte did to the line.
    enum Progress: Equatable {
        /// The line goes on.
        case more
        /// The line is complete.
        case done
        /// The person typed Ctrl-C.
        case interrupted
        /// The input ended before anything was typed.
        case ended
        /// The line is longer than `byteCountMax`.
        case tooLong
    }

    /// Takes a byte from a terminal, with its editing keys.
    mutating func takeTyped(_ byte: UInt8) -> Progress {
        switch byte {
        case 0x03:
            return .interrupted
        case 0x04:
            return bytes.isEmpty ? .ended : .done
        case 0x08, 0x7F:
            removeLastCharacter()
            return .more
        case 0x15:
            bytes.removeAll()
            return .more
        case UInt8(ascii: "\r"):
            return .done
        default:
            return take(byte)
        }
    }

    /// Takes a byte from a file or a pipe.
    mutating func take(_ byte: UInt8) -> Progress {
        if byte == UInt8(ascii: "\n") { return .done }
        guard bytes.count < Self.byteCountMax else { return .tooLong }
        bytes.append(byte)
        return .more
    }

    /// Takes a UTF-8 sequence off the end: continuation bytes, then the byte that leads them.
    private mutating func removeLastCharacter() {
        while let byte = bytes.popLast() {
            if byte & 0b1100_0000 != 0b1000_0000 { return }
        }
    }
}
