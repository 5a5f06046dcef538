package import CommandLineInterface
internal import Domain

/// Why an operator does something, for the audit log.
package enum Reason {
    /// It may be left out.
    package static let optional = Option<String>("reason", .text, default: "", help: help)
    /// It must be given.
    package static let required = Option<String>.required("reason", .text, help: help)

    private static let help = "Why, for the audit log: at most 1,000 characters."
}

extension Argument<OpaqueID> {
    /// Declares an argument that is the whole id of a thing, since what is done to it is recorded.
    ///
    /// - Parameters:
    ///   - name: What it is called in help.
    ///   - article: The article of the thing: `an`.
    ///   - noun: The thing: `item`.
    /// - Returns: The argument.
    package static func id(_ name: String, of article: String, _ noun: String) -> Argument {
        let syntax = ValueSyntax(
            placeholder: name,
            expectation: "the whole id of \(article) \(noun)",
            parse: { OpaqueID(uuid: $0) }
        )
        return Argument(name, syntax, help: "The whole id of the \(noun).")
    }
}

extension Argument<String> {
    /// Declares an argument that is any text.
    package static func text(_ name: String, help: String) -> Argument {
        Argument(name, .text.named(name), help: help)
    }
}
