package import Domain

/// What somebody wrote in a note or an answer.
///
/// Invariant: trimmed of white space at both ends, 1 to 2,000 characters, at most 8 KiB.
package struct Content: Hashable, Sendable {
    /// The trimmed text.
    package let text: String

    /// Wraps a text that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Trims and checks a text.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `content`.
    package init(_ text: String) throws(DomainError) {
        let isBounded = text.utf8.count <= DomainLimits.untrimmedByteCountMax
        let trimmed = isBounded ? Content.trimmed(text) : ""
        guard Content.hasLegalLength(trimmed) else {
            throw .invalid(
                "content",
                "\(DomainLimits.contentCharacters.words) characters after trimming, at "
                    + "most \(DomainLimits.contentByteCountMax) bytes"
            )
        }
        self.text = trimmed
    }

    /// Asks for the bytes first: counting characters costs time in proportion to them, and no text
    /// has more characters than bytes.
    private static func hasLegalLength(_ text: String) -> Bool {
        let byteCount = text.utf8.count
        guard 1...DomainLimits.contentByteCountMax ~= byteCount else { return false }
        return byteCount <= DomainLimits.contentCharacters.upperBound
            || DomainLimits.contentCharacters.contains(text.count)
    }

    private static func trimmed(_ text: String) -> String {
        if isTrimmed(text.utf8) { return text }
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// Whether a text surely begins and ends with something else than white space; said by a glance
    /// at its bytes, and so of visible ASCII characters and Hangul syllables alone.
    ///
    /// Both stand for themselves: neither is part of a character that begins with a space.
    private static func isTrimmed(_ text: String.UTF8View) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        let isVisible = { (byte: UInt8) in byte > 0x20 && byte < 0x7f }
        // In UTF-8 the syllables U+AC00 to U+D7A3 are three bytes, the first of which is EA to ED;
        // U+B000 to U+CFFF, most of them, are all that begins with EB or EC.
        let begins = isVisible(first) || first == 0xEB || first == 0xEC
        if !begins { return false }
        if isVisible(last) { return true }
        guard text.count >= 3 else { return false }
        let lead = text[text.index(text.endIndex, offsetBy: -3)]
        return last >= 0x80 && (lead == 0xEB || lead == 0xEC)
    }
}
