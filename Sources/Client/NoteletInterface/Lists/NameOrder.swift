internal import Foundation

/// The order of names that people expect: letters go before their case, their width and their
/// accents, and numbers by what they count.
package enum NameOrder {
    /// A key that stands among others, byte by byte, as its name stands among names.
    ///
    /// - Parameter name: The name.
    /// - Returns: The key, which is another one for each name.
    package static func key(of name: String) -> [UInt8] {
        let folded = name.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
        var key: [UInt8] = []
        var digits: [UInt8] = []
        for byte in folded.utf8 {
            if zero...zero + 9 ~= byte {
                digits.append(byte)
            } else {
                appendNumber(&digits, to: &key)
                key.append(byte)
            }
        }
        appendNumber(&digits, to: &key)
        // What is written alike but for that is not the same.
        return key + [0] + Array(name.utf8)
    }

    private static let zero = UInt8(ascii: "0")

    /// Writes how many digits a number has before the digits, so that 9 is before 10.
    private static func appendNumber(_ digits: inout [UInt8], to key: inout [UInt8]) {
        guard !digits.isEmpty else { return }
        let significant = digits.drop { $0 == zero }
        key += [zero, UInt8(clamping: significant.count)] + significant
        digits = []
    }
}
