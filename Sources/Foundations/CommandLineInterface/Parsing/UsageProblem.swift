/// What is wrong with a command line, for those who say it in another language.
///
/// Options are named as they are written, `--limit`, and arguments by their placeholders.
package enum UsageProblem: Sendable, Equatable {
    /// There is no such option; perhaps the nearest was meant.
    case unknownOption(String, nearest: String?)
    /// There is no such command; perhaps the nearest was meant.
    case unknownCommand(String, nearest: String?, known: [String])
    /// A command gathers others, and none of them is named.
    case missingCommand(known: [String])
    /// An option stands without its value, which is to look like this; for a choice, one of words.
    case missingValue(of: String, expectation: Wording, words: [String])
    /// An option stands where the value of another is due.
    case optionForValue(String, of: String)
    /// A value is given to an option that takes none.
    case valueOfFlag(String, value: String)
    /// A text is no value.
    case invalidValue(InvalidValue)
    /// A parameter must be given; in the environment too, where a name says so.
    case missing(Wording, environmentName: String?)
    /// An argument is one too many.
    case surplusArgument(String)
    /// The bytes of an argument are no text.
    case notText(String)
    /// Something else, which the message says.
    case other
}

/// A text that is no value of a parameter, for those who say so in another language.
package struct InvalidValue: Sendable, Equatable {
    /// The text.
    package let text: String
    /// The parameter, as it is written.
    package let name: Wording
    /// Where the text stands.
    package let origin: ValueOrigin
    /// What a right value looks like.
    package let expectation: Wording
    /// The words of a choice; none where it is no choice.
    package let words: [String]
    /// The word that was perhaps meant.
    package let nearest: String?

    /// Describes a text that is no value.
    package init(
        text: String,
        name: Wording,
        origin: ValueOrigin,
        expectation: Wording,
        words: [String] = [],
        nearest: String? = nil
    ) {
        self.text = text
        self.name = name
        self.origin = origin
        self.expectation = expectation
        self.words = words
        self.nearest = nearest
    }
}
