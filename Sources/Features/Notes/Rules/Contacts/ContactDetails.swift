package import Domain

/// What the owner writes about a contact beside its name; each is empty when unsaid.
package struct ContactDetails: Equatable, Sendable {
    /// What the person is to the owner, at most 50 characters.
    package var relationship: String
    /// What the owner notes about the person, at most 500 characters.
    package var memo: String

    /// Takes over what was checked when it was stored, or is checked before it is.
    package init(relationship: String = "", memo: String = "") {
        self.relationship = relationship
        self.memo = memo
    }

    /// What is to change; nil leaves a text as it is, and an empty one erases it.
    package struct Changes: Sendable {
        /// The new relationship.
        package let relationship: String?
        /// The new memo.
        package let memo: String?

        /// Says what is to change, which is checked before it is stored.
        package init(relationship: String? = nil, memo: String? = nil) {
            self.relationship = relationship
            self.memo = memo
        }
    }

    /// Takes changes over.
    package mutating func apply(_ changes: Changes) {
        relationship = changes.relationship ?? relationship
        memo = changes.memo ?? memo
    }
}

extension ContactDetails {
    /// The texts, each with the name of its field and the characters that it may have.
    private var texts: [(text: String, field: String, charactersMax: Int)] {
        [
            (relationship, "relationship", DomainLimits.contactNameCharacters.upperBound),
            (memo, "memo", DomainLimits.contactMemoCharactersMax),
        ]
    }

    /// Whether each text is one that may be stored.
    package var areLegal: Bool {
        texts.allSatisfy { ShortText.fits($0.text, 0...$0.charactersMax) }
    }

    /// The same, if each text may be stored.
    ///
    /// - Throws: `invalidValue` of the first field that is too long.
    package func checked() throws(DomainError) -> ContactDetails {
        for (text, field, charactersMax) in texts {
            _ = try ShortText.checked(text, field: field, charactersMax: charactersMax)
        }
        return self
    }
}

extension ContactDetails.Changes {
    /// The same, if each text that is there may be stored.
    ///
    /// - Throws: `invalidValue` of the first field that is too long.
    package func checked() throws(DomainError) -> ContactDetails.Changes {
        var details = ContactDetails()
        details.apply(self)
        _ = try details.checked()
        return self
    }
}
