/// How one value is written on a command line, and how it is read.
///
/// Help, error messages, manual pages and shell completions all draw on the same syntax, so that
/// none of them can say something else than the parser does.
package struct ValueSyntax<Value: Sendable>: Sendable {
    /// The word that stands for the value in help, in capitals: `PORT`.
    package let placeholder: Wording
    /// What a right value looks like, to follow "is not": "a whole number from 0 to 65535".
    package let expectation: Wording
    /// What a shell may offer to complete the value.
    package let completion: ValueCompletion
    /// Reads a value, or returns nil where the text is not one.
    package let parse: @Sendable (String) -> Value?

    /// Describes a value that `parse` reads.
    package init(
        placeholder: any Worded,
        expectation: any Worded,
        completion: ValueCompletion = .nothing,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.placeholder = placeholder.wording
        self.expectation = expectation.wording
        self.completion = completion
        self.parse = parse
    }

    /// Returns the same syntax under another placeholder, or told of in other words.
    package func named(
        _ placeholder: any Worded,
        expectation: (any Worded)? = nil
    ) -> ValueSyntax {
        ValueSyntax(
            placeholder: placeholder,
            expectation: expectation ?? self.expectation,
            completion: completion,
            parse: parse
        )
    }
}

/// What a shell may offer where a value is due.
package enum ValueCompletion: Sendable, Equatable {
    /// Nothing: the shell cannot know the value.
    case nothing
    /// One of these words.
    case words([String])
    /// The path of a file.
    case file
    /// The path of a folder.
    case folder
}
