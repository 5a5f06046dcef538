/// A text for people: in English, and in those other languages that a program speaks.
package struct Wording: Sendable, Equatable {
    /// The text in English.
    package let english: String
    /// The text in other languages, by the names that the program gives them.
    package let others: [String: String]

    /// Keeps the same text in several languages.
    package init(english: String, others: [String: String] = [:]) {
        self.english = english
        self.others = others
    }

    /// Returns the text in a language; in English where there is none in that.
    package func text(in language: ProgramLanguage) -> String {
        others[language.name] ?? english
    }
}

/// What a declaration takes for a text: a string in English alone, or a `Wording`.
package protocol Worded: Sendable {
    /// The text with all its languages.
    var wording: Wording { get }
}

extension String: Worded {
    /// The string as a text in English.
    package var wording: Wording { Wording(english: self) }
}

extension Wording: Worded {
    /// The text itself.
    package var wording: Wording { self }
}
