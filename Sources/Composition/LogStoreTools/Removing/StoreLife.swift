internal import LogEngine
package import StoreTools

/// Names the life of a store: one that was made, restored, copied or loaded in its place has
/// another.
package struct StoreLife: Hashable, Sendable {
    private let number: UInt64

    /// Names a life by its number.
    init(_ number: UInt64) {
        self.number = number
    }

    /// Reads what `text` says; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == Self.digitCount,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let number = UInt64(text, radix: 16)
        else { return nil }
        self.number = number
    }

    /// The life of the store in a folder; nil where none is that was ever opened.
    ///
    /// The file that tells it is read, and nothing of the database, which may be damaged or open.
    ///
    /// - Throws: `.system` where that file cannot be read.
    package init?(ofStoreIn directory: String) throws(StoreToolError) {
        guard let extent = try LogExtent.read(ofStoreIn: directory) else { return nil }
        number = extent.identity
    }

    /// The number, as a file of settings has it.
    package var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: Self.digitCount - digits.count) + digits
    }

    /// What `init(_:)` reads.
    package static let expectation = "16 hexadecimal digits, such as 00f3a9127bc4d5e6"

    private static let digitCount = 16
}
