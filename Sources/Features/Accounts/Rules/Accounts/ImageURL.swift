package import Domain

/// Where a profile picture lies; the server never fetches it.
package struct ImageURL: Hashable, Sendable {
    /// An https URL of printable ASCII, at most 2,048 bytes.
    package let text: String

    /// Wraps a URL that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a URL.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `profile_image_url`.
    package init(_ text: String) throws(DomainError) {
        let scheme = "https://"
        let isLegal =
            text.hasPrefix(scheme)
            && text.utf8.count > scheme.utf8.count
            && text.utf8.count <= DomainLimits.imageURLByteCountMax
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
            && text.utf8.dropFirst(scheme.utf8.count).first != UInt8(ascii: "/")
        guard isLegal else {
            throw .invalid(
                "profile_image_url",
                "an https:// URL of printable ASCII, at most "
                    + "\(DomainLimits.imageURLByteCountMax) bytes"
            )
        }
        self.text = text
    }
}
