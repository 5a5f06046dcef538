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
    /// An option stands without its value.
    case missingValue(of: String)
    /// An option stands where the value of another is due.
    case optionForValue(String, of: String)
    /// A value is given to an option that takes none.
    case valueOfFlag(String, value: String)
    /// A text is no value; for a choice of words, which there are and which is the nearest.
    case invalidValue(String, of: String, words: [String], nearest: String?)
    /// A parameter must be given; in the environment too, where a name says so.
    case missing(String, environmentName: String?)
    /// An argument is one too many.
    case surplusArgument(String)
    /// The bytes of an argument are no text.
    case notText(String)
    /// Something else, which the message says.
    case other
}
