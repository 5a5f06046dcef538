internal import Cryptography
package import Domain
internal import TextForms

/// That an account or guest was deleted, kept so that no backup brings it back.
///
/// Who has it and not the master key learns that somebody was deleted on a day, and nothing more.
package struct ErasureMark: Hashable, Sendable {
    /// Half a keyed hash of the store's time of creation and the user's number.
    package let digest: OpaqueID
    /// The day of the deletion, counted from the beginning of 1970.
    package let day: UInt32

    /// Says who was deleted, by the digest, and on which day.
    package init(digest: OpaqueID, day: UInt32) {
        self.digest = digest
        self.day = day
    }

    /// Days that a mark is kept; no backup may be kept longer, for it would bring back who was
    /// deleted since.
    static let daysKept: UInt32 = 400

    /// Whether no backup needs it any more.
    package func isExpired(on today: UInt32) -> Bool {
        today > Self.daysKept && day < today - Self.daysKept
    }
}

// A line of a file: the day, the digest, and a check of both.
extension ErasureMark {
    /// Bytes of a line.
    package static let lineByteCount =
        dayByteCount + 1 + 2 * OpaqueID.byteCount + 1 + checkByteCount + 1
    private static let dayByteCount = 10
    private static let checkByteCount = 16
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The mark as a line.
    package var line: [UInt8] {
        let facts = facts
        return facts + Self.check(of: facts) + [UInt8(ascii: "\n")]
    }

    /// Reads a line; nil for one that was not written so.
    package init?(line: some Collection<UInt8>) {
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].utf8.count == 2 * OpaqueID.byteCount,
            let milliseconds = MomentText.milliseconds(of: parts[0] + "T00:00:00.000Z"),
            let high = UInt64(parts[1].prefix(16), radix: 16),
            let low = UInt64(parts[1].suffix(16), radix: 16)
        else { return nil }
        self.init(
            digest: OpaqueID(high: high, low: low),
            day: Instant(milliseconds: milliseconds).dayNumber
        )
        guard self.line.elementsEqual(line) else { return nil }
    }

    private var facts: [UInt8] {
        let day = MomentText.text(
            ofMilliseconds: Int64(day) * Self.millisecondsPerDay
        ).prefix(Self.dayByteCount)
        let digits = Self.hexadecimal(digest.high) + Self.hexadecimal(digest.low)
        return Array("\(day) \(digits) ".utf8)
    }

    private static func check(of facts: [UInt8]) -> [UInt8] {
        Array(Digest(of: facts.span.bytes).hexadecimal.utf8.prefix(checkByteCount))
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

// A record of `erased`.
extension ErasureMark {
    /// The value to store; the digest is the key.
    package var value: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: day)
        return bytes
    }

    /// Reads a record.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(OpaqueID.byteCount, of: .erasure)
        try value.requireByteCount(4, of: .erasure)
        self.init(
            digest: try key.id(at: 0, of: .erasure),
            day: try value.number(at: 0, of: .erasure)
        )
    }
}
