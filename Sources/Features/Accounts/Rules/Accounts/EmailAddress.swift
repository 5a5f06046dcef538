package import Domain

/// An e-mail address that is unique among accounts, without regard to case.
///
/// Only what every address has is checked; whether mail arrives is for a message to find out.
package struct EmailAddress: Hashable, Sendable {
    /// The address with the case in which it was given.
    package let text: String

    /// Wraps an address that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks an address.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `email`.
    package init(_ text: String) throws(DomainError) {
        guard EmailAddress.isLegal(text) else {
            throw .invalid(
                "email",
                "an address like name@example.com of at most "
                    + "\(DomainLimits.emailByteCountMax) bytes"
            )
        }
        self.text = text
    }

    /// The form in which addresses are compared.
    package var folded: String { text.lowercased() }

    /// Whether both are one address, as the store finds them: without regard to case, and byte for
    /// byte otherwise, where texts are equal in more than one form of Unicode.
    package func isSame(as other: EmailAddress) -> Bool {
        folded.utf8.elementsEqual(other.folded.utf8)
    }

    /// What stands before the "@".
    package var localPart: Substring { text.prefix { $0 != "@" } }

    private static func isLegal(_ text: String) -> Bool {
        guard text.utf8.count <= DomainLimits.emailByteCountMax else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return !parts[0].isEmpty
            && parts[0].count <= DomainLimits.emailLocalPartByteCountMax
            && labels.count >= 2
            && labels.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy(isVisible)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default:
            true
        }
    }
}
