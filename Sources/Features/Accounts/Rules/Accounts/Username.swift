package import Domain

/// A name that is unique among accounts, without regard to case.
///
/// Invariant: 2 to 30 characters, each a letter or digit of any script, "_", "-" or "."; invisible
/// characters are out, since they would let one name pass for another.
package struct Username: Hashable, Sendable {
    /// The name with the case in which it was given, at most 120 bytes.
    package let text: String

    /// Wraps a name that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a name that somebody wishes to have.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `username`.
    package init(_ text: String) throws(DomainError) {
        let isLegal =
            text.utf8.count <= DomainLimits.usernameByteCountMax
            && DomainLimits.usernameCharacters.contains(text.count)
            && text.unicodeScalars.allSatisfy(Username.isLegal)
            && text != DisplayName.anonymous
        guard isLegal else {
            throw .invalid(
                "username",
                "\(DomainLimits.usernameCharacters.words) letters, digits, '_', '-' "
                    + "or '.', other than "
                    + DisplayName.anonymous
            )
        }
        self.text = text
    }

    /// The form in which names are compared.
    package var folded: String { text.lowercased() }

    private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber:
            !scalar.properties.isDefaultIgnorableCodePoint
        default:
            scalar == "_" || scalar == "-" || scalar == "."
        }
    }
}
