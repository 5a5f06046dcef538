/// Something a program reads from its command line: an `Option` or an `Argument`.
///
/// A typed declaration lends itself to lists through this protocol; everything that does not read
/// values (help, errors, manual pages, completions) knows its `parameter` only.
package protocol ParameterDeclaration<Value>: Sendable {
    /// What the command line gives for it.
    associatedtype Value: Sendable

    /// The declaration without the type of its value.
    var parameter: Parameter { get }
}

/// A declared option or argument, without the type of its value.
package struct Parameter: Sendable {
    /// How the parameter is recognised.
    package let kind: Kind
    /// The long name of an option without dashes, or the placeholder of an argument.
    package let name: String
    /// The single letter of an option, without the dash.
    package let short: Character?
    /// What is said of the parameter, in all languages.
    package let texts: Texts
    /// What a shell may offer to complete the value.
    package let completion: ValueCompletion
    /// The environment variable that is read where the command line is silent.
    package let environmentName: String?
    /// The texts that count where nothing else gives a value.
    package let defaults: [String]
    /// How many values the parameter takes.
    package let count: ClosedRange<Int>

    /// Turns the texts of all occurrences into the typed value, boxed.
    let convert: @Sendable ([String]) throws(InvalidText) -> any Sendable

    /// What is said of a parameter, in all languages.
    package struct Texts: Sendable, Equatable {
        /// The word that stands for the value in help.
        package let placeholder: Wording
        /// What a right value looks like.
        package let expectation: Wording
        /// One or more sentences on what the parameter does.
        package let help: Wording
    }

    /// The word that stands for the value in help.
    package var placeholder: String { texts.placeholder.english }
    /// What a right value looks like.
    package var expectation: String { texts.expectation.english }
    /// One or more sentences on what the parameter does.
    package var help: String { texts.help.english }

    /// The three shapes of a parameter.
    package enum Kind: Sendable, Equatable {
        /// A word with two dashes and no value.
        case flag
        /// A word with two dashes and a value.
        case option
        /// A value without any name, told by its place.
        case argument
    }

    /// Whether later values join earlier ones instead of replacing them.
    package var isRepeated: Bool { count.upperBound > 1 }

    /// Whether a value must come from somewhere.
    package var isRequired: Bool { count.lowerBound > 0 && defaults.isEmpty }

    /// The parameter as errors and help name it: `--listen`, or `NAME` for an argument.
    package var spelling: String { kind == .argument ? name : "--" + name }

    /// The spelling with the languages of an argument's name; an option has the same in each.
    package var spellingWording: Wording {
        kind == .argument ? texts.placeholder : spelling.wording
    }

    /// The words of a choice; none where the value is no choice.
    var words: [String] {
        if case .words(let words) = completion { words } else { [] }
    }

    /// The same parameter with other texts.
    func with(_ texts: Texts) -> Parameter {
        Parameter(
            kind: kind,
            name: name,
            short: short,
            texts: texts,
            completion: completion,
            environmentName: environmentName,
            defaults: defaults,
            count: count,
            convert: convert
        )
    }
}

/// The text that was not a value.
struct InvalidText: Error {
    let text: String
}

/// Carries a typed value through a list of untyped ones.
///
/// A cast from `any Sendable` would see through a bare optional; it cannot see through this.
struct ValueBox<Value: Sendable>: Sendable {
    let value: Value
}

extension ValueSyntax {
    func value(of text: String) throws(InvalidText) -> Value {
        guard let value = parse(text) else { throw InvalidText(text: text) }
        return value
    }

    func values(of texts: [String]) throws(InvalidText) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(texts.count)
        for text in texts { values.append(try value(of: text)) }
        return values
    }
}
