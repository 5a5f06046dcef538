/// What people call a thing where its name goes into other names, such as that of a feed:
/// lower-case letters of English, digits and hyphens.
package struct ShortName<Subject>: Hashable, Sendable {
    /// The name.
    package let text: String

    /// Wraps a name that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a name.
    ///
    /// - Throws: `Refusal.invalidValue` of the named field.
    package init(_ text: String, field: String = "name") throws(DomainError) {
        let characters = DomainLimits.shortNameCharacters
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
        guard characters.contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) else {
            let expected = "\(characters.words) lower-case letters, digits and hyphens"
            throw .invalid(field, expected)
        }
        self.text = text
    }
}
