import Compression

/// What comes compressed: it is never longer than it may be, and the limit changes nothing else.
enum GzipFuzzing {
    private static let byteCountMax = 128 << 10

    /// The first byte says what is done with what follows the second one.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 1 else { return }
        let rest = Array(bytes.dropFirst(2))
        switch bytes[0] % 3 {
        case 0: check(rest, limit: Int(bytes[1]) << 9)
        case 1: checkComingBack(rest)
        default: checkDamage(rest, bytes[1])
        }
    }

    private static func outcome(
        _ bytes: [UInt8],
        _ limit: Int
    ) -> Result<[UInt8], Gzip.Problem> {
        Result { () throws(Gzip.Problem) in
            try Gzip.decompress(bytes, byteCountMax: limit)
        }
    }

    private static func check(_ bytes: [UInt8], limit: Int) {
        let limited = outcome(bytes, limit)
        if case .success(let message) = limited { precondition(message.count <= limit) }
        guard case .success(let message) = outcome(bytes, byteCountMax) else { return }
        let expected: Result<[UInt8], Gzip.Problem> =
            message.count <= limit ? .success(message) : .failure(.tooLong)
        precondition(limited == expected, "The limit decides what is too long, and nothing else.")
        checkComingBack(message)
    }

    private static func checkComingBack(_ message: [UInt8]) {
        let compressed = Gzip.compress(message)
        precondition(outcome(compressed, message.count) == .success(message), "Bytes come back.")
        if !message.isEmpty {
            precondition(outcome(compressed, message.count - 1) == .failure(.tooLong))
        }
        precondition(outcome(compressed + [0], byteCountMax) == .failure(.malformed))
        precondition(outcome(compressed.dropLast(), byteCountMax) == .failure(.malformed))
    }

    /// Changes a bit of what is compressed: its checksum finds that, unless nothing depends on it.
    private static func checkDamage(_ message: [UInt8], _ place: UInt8) {
        var compressed = Gzip.compress(message)
        let index = Int(place) * compressed.count / 256
        compressed[index] ^= 1 << (place % 8)
        guard case .success(let changed) = outcome(compressed, byteCountMax) else { return }
        precondition(changed == message, "What is damaged is not taken for something else.")
    }
}
