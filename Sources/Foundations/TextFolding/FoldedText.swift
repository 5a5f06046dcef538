private import Foundation

/// A text in the form in which words are looked for in it: without case, in Unicode's composed form
/// (NFC), and with one space for each run of white space, none at its ends.
///
/// Texts that differ in these alone have the same form.
package struct FoldedText: Hashable, Sendable {
    /// The form in UTF-8.
    package let bytes: [UInt8]

    /// Folds a text of any length, in time in proportion to it.
    ///
    /// Foundation makes the form. Most texts have only characters that fold by themselves: for
    /// those a table gives the same in a twentieth of the time or less.
    package init(_ text: String) {
        bytes = Self.foldedOneByOne(text) ?? Self.foldedAsWhole(text)
    }

    /// Folds each scalar by itself; nil where one cannot be.
    static func foldedOneByOne(_ text: String) -> [UInt8]? {
        let source = text.utf8.span
        var isFolded = false
        let folded = [UInt8](capacity: source.count) { output in
            isFolded = fold(source, into: &output)
        }
        return isFolded ? folded : nil
    }

    /// Appends no more than there is: no form of a scalar is longer than the scalar.
    private static func fold(_ source: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Bool {
        var index = 0
        var isAfterSpace = false
        while index < source.count {
            let scalar = FoldedScalar(in: source, at: &index)
            if scalar.isSpace {
                isAfterSpace = !output.isEmpty
                continue
            }
            if scalar.isDependent { return false }
            if isAfterSpace { output.append(UInt8(ascii: " ")) }
            isAfterSpace = false
            scalar.append(to: &output)
        }
        return true
    }

    /// Folds a text whose scalars may act on each other.
    ///
    /// Upper case first: what has two forms in lower case, as sigma, or none of one letter, as the
    /// German sharp s, has one in upper case.
    static func foldedAsWhole(_ text: String) -> [UInt8] {
        // White space is taken out alone: in a character, a mark or a joiner may stand behind it.
        let words = text.uppercased().lowercased().precomposedStringWithCanonicalMapping
            .unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return Array(words.map(String.init).joined(separator: " ").utf8)
    }

    /// Whether a text is in the composed form.
    static func isComposed(_ text: String) -> Bool {
        text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars)
    }
}
