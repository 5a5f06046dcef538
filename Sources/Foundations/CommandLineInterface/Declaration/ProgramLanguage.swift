internal import Glibc

/// What a program says in one language beside the texts of its declarations: the words of help, and
/// how it tells of failures.
///
/// It begins as English; a program that speaks another language puts its words in their places.
package struct ProgramLanguage: Sendable {
    /// By what a `Wording` knows the language.
    package let name: String
    /// What stands above the parts of a page of help.
    package var headings = Headings()
    /// What is said of values beside the help of their options.
    package var notes = Notes()
    /// What is said of the options that every program takes.
    package var standardOptions = StandardTexts()
    /// Whether help keeps to a narrow terminal: long summaries are broken, and names stand above
    /// their texts where too little room is beside them.
    package var isFittedToNarrow = false
    /// Says in one line what is wrong with a command line.
    package var usageError: @Sendable (UsageError) -> String = { $0.description }
    /// Says that writing failed, by the number of the system's error.
    package var writingFailure: @Sendable (_ number: Int32) -> String = { number in
        "writing failed: \(String(cString: strerror(number)))."
    }
    /// Says that the program itself is wrong.
    package var internalError: @Sendable (_ error: String) -> String = { "internal error: \($0)" }

    /// The language of a program that speaks no other.
    package static let english = ProgramLanguage("en")

    /// Begins a language with the words of English.
    package init(_ name: String) {
        self.name = name
    }

    /// What stands above the parts of a page of help, and for their words in the line of usage.
    package struct Headings: Sendable {
        /// Above how the command is called.
        package var usage = "Usage"
        /// Above the commands below it.
        package var commands = "Commands"
        /// Above its arguments.
        package var arguments = "Arguments"
        /// Above its own options.
        package var options = "Options"
        /// Above the options that it shares with others.
        package var commonOptions = "Common options"
        /// Stands for the name of a command.
        package var command = "COMMAND"
        /// Stands for an option.
        package var option = "OPTION"
    }

    /// What is said of values beside the help of their options.
    package struct Notes: Sendable {
        /// Before the words of a choice.
        package var oneOf = "one of"
        /// The option must be given.
        package var required = "required"
        /// The option may be given several times.
        package var repeated = "may be repeated"
        /// Before what counts where nothing is given.
        package var defaults = "default"
        /// Before the name of a variable of the environment.
        package var environment = "environment"
    }

    /// What is said of the options that every program takes.
    package struct StandardTexts: Sendable {
        /// Of `--help`.
        package var help = "Show this page."
        /// Of `--version`.
        package var version = "Show the version."
        /// Of `--completions`.
        package var completions = "Write a script that completes command lines of this program."
        /// Stands for the name of a shell.
        package var shell = "SHELL"
        /// Of `--man-page`.
        package var manualPage = "Write the manual page."
    }
}
