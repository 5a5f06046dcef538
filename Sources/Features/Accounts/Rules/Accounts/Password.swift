package import Domain

/// A password that somebody wishes to have, checked and not yet hashed.
package struct Password: Sendable {
    /// The password in the clear, in Unicode's composed form (NFC); it is hashed and never stored
    /// or logged.
    package let text: String

    /// Checks a new password against the names it protects.
    ///
    /// What is measured is what is hashed: keyboards write one text in more or fewer bytes.
    /// - Parameters:
    ///   - text: The password in Unicode's composed form (NFC).
    ///   - username: The name of the account.
    ///   - email: The address of the account.
    /// - Throws: `Refusal.weakPassword` when it is too short, too long or easy to guess.
    package init(
        composed text: String,
        username: Username,
        email: EmailAddress
    ) throws(DomainError) {
        // Bytes first: what is too long is not looked at further.
        let isShortEnough = text.utf8.count <= DomainLimits.passwordByteCountMax
        let folded = isShortEnough ? text.lowercased() : ""
        let isLegal =
            isShortEnough
            && text.count >= DomainLimits.passwordCharactersMin
            && Set(folded).count >= Password.distinctCharactersMin
            && !Password.holds(username.folded, in: folded)
            && !Password.holds(email.localPart.lowercased(), in: folded)
        guard isLegal else {
            throw .refused(
                .weakPassword(
                    field: "password",
                    expected: "\(DomainLimits.passwordCharactersMin) characters or more (at most "
                        + "\(DomainLimits.passwordByteCountMax) bytes), at least "
                        + "\(Password.distinctCharactersMin) of them "
                        + "different, without your username or the name of your e-mail address"
                )
            )
        }
        self.text = text
    }

    /// Whether a name helps to guess the password; one of a few letters is in any text by chance.
    private static func holds(_ name: String, in folded: String) -> Bool {
        name.count >= guessableNameCharactersMin && folded.contains(name)
    }

    /// Characters of a name that make it a part worth guessing.
    private static let guessableNameCharactersMin = 4
    /// Different characters of a password: fewer is a pattern, not a secret.
    private static let distinctCharactersMin = 5
}
