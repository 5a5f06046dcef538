/// The name of an app, by which calls, settings, logs and measurements tell it from others.
///
/// 1 to 32 lower-case letters of English, digits and hyphens, a letter first: so it can be a part
/// of a path, of a host's name and of a cookie's.
package struct AppName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as it is written.
    package let text: String

    /// Longer names would crowd the lines of logs.
    package static let characterCountMax = 32
    /// What a name has to be, for who gave something else.
    package static let expectation =
        "1 to \(characterCountMax) lower-case letters of English, digits and hyphens, a letter "
        + "first"

    /// The app of calls that name none.
    package static let standard = AppName(known: "default")

    /// Reads a name; nil where it is none.
    package init?(_ text: some StringProtocol) {
        let bytes = text.utf8
        guard let first = bytes.first, Self.letters.contains(first),
            bytes.count <= Self.characterCountMax,
            bytes.allSatisfy({ Self.isPart($0) })
        else { return nil }
        self.text = String(text)
    }

    private init(known text: String) {
        self.text = text
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static func isPart(_ byte: UInt8) -> Bool {
        letters.contains(byte) || byte == UInt8(ascii: "-")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The name as it is written.
    package var description: String { text }

    /// Names come in the order of their letters.
    package static func < (left: AppName, right: AppName) -> Bool { left.text < right.text }
}
