/// The name of a file of an archive, which says whose batches it holds, and which.
///
/// Names sort by log and then by number: `<identity>-<first>-<last>.log`, the identity as 16
/// hexadecimal digits, the numbers as 20 decimal ones.
package struct ArchivedFileName: Equatable {
    /// Names the log.
    package let identity: UInt64
    /// The number of its first batch.
    package let first: UInt64
    /// The number of its last batch.
    package let last: UInt64

    private static let suffix = ".log"
    private static let identityDigitCount = 16
    private static let numberDigitCount = 20

    init(identity: UInt64, first: UInt64, last: UInt64) {
        self.identity = identity
        self.first = first
        self.last = last
    }

    /// Reads a name; nil for one that no archive gives.
    package init?(_ text: String) {
        guard text.hasSuffix(Self.suffix) else { return nil }
        let parts = text.dropLast(Self.suffix.count)
            .split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let identity = UInt64(parts[0], radix: 16),
            let first = UInt64(parts[1]), let last = UInt64(parts[2])
        else { return nil }
        self.init(identity: identity, first: first, last: last)
        guard self.text == text else { return nil }
    }

    /// The name itself.
    package var text: String {
        let identity = Self.padded(String(identity, radix: 16), to: Self.identityDigitCount)
        let numbers = [first, last].map { Self.padded(String($0), to: Self.numberDigitCount) }
        return ([identity] + numbers).joined(separator: "-") + Self.suffix
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
