/// Checks of texts that people write about others.
package enum ShortText {
    /// Whether `text` has as many characters as allowed, none of them a pile of combining marks.
    package static func fits(_ text: String, _ characters: ClosedRange<Int>) -> Bool {
        text.utf8.count <= characters.upperBound * DomainLimits.bytesPerCharacterMax
            && characters.contains(text.count)
    }

    /// Returns `text`, if it can be what something is called: it has as many characters as allowed,
    /// and one of them can be seen.
    ///
    /// - Throws: `Refusal.invalidValue` of the named field.
    package static func title(
        _ text: String,
        field: String,
        _ characters: ClosedRange<Int>
    ) throws(DomainError) -> String {
        guard fits(text, characters), text.unicodeScalars.contains(where: \.canBeSeen) else {
            let expected = "\(characters.words) characters, not all of them blank"
            throw .invalid(field, expected)
        }
        return text
    }

    /// Returns `text`, if it has at most `charactersMax` characters.
    ///
    /// - Throws: `Refusal.invalidValue` of the named field.
    package static func checked(
        _ text: String,
        field: String,
        charactersMax: Int
    ) throws(DomainError) -> String {
        guard fits(text, 0...charactersMax) else {
            throw .invalid(field, "at most \(charactersMax) characters")
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether there is something to see of a text that has the scalar.
    ///
    /// Fillers of Hangul, selectors and what joins or turns others are ignorable to Unicode; the
    /// pattern of Braille without dots is a symbol to it.
    fileprivate var canBeSeen: Bool {
        guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else {
            return false
        }
        return switch properties.generalCategory {
        case .control, .format: false
        default: value != 0x2800
        }
    }
}
