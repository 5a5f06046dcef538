/// A named setting of a command, given as `--name VALUE`, `--name=VALUE` or `-n VALUE`.
///
/// The declaration is also the key to its value: `invocation[Options.listen]`. Its type says how
/// often it may be given: `Value` with a default or required, `Value?` optional, `[Value]`
/// repeated. Of a setting that is not repeated, the last occurrence counts.
package struct Option<Value: Sendable>: ParameterDeclaration {
    /// The declaration without the type of its value.
    package let parameter: Parameter

    private init<Element: Sendable>(
        _ name: String,
        short: Character?,
        _ syntax: ValueSyntax<Element>,
        kind: Parameter.Kind = .option,
        environment: String?,
        defaults: [String],
        count: ClosedRange<Int>,
        help: any Worded,
        convert: @escaping @Sendable ([String]) throws(InvalidText) -> Value
    ) {
        precondition(
            !name.isEmpty && !name.hasPrefix("-") && !name.contains("="),
            "An option is declared by its long name without dashes."
        )
        precondition(
            defaults.allSatisfy { syntax.parse($0) != nil },
            "The default of --\(name) is not \(syntax.expectation.english)."
        )
        parameter = Parameter(
            kind: kind,
            name: name,
            short: short,
            texts: Parameter.Texts(
                placeholder: syntax.placeholder,
                expectation: syntax.expectation,
                help: help.wording
            ),
            completion: syntax.completion,
            environmentName: environment,
            defaults: defaults,
            count: count,
            convert: { texts throws(InvalidText) in ValueBox(value: try convert(texts)) }
        )
    }

    private init(parameter: Parameter) {
        self.parameter = parameter
    }

    /// Returns the same option with texts in more languages, for one that is declared elsewhere.
    package func worded(placeholder: Wording? = nil, help: Wording) -> Option {
        let texts = Parameter.Texts(
            placeholder: placeholder ?? parameter.texts.placeholder,
            expectation: parameter.texts.expectation,
            help: help
        )
        return Option(parameter: parameter.with(texts))
    }

    /// Declares an option that always has a value, since it has a default.
    ///
    /// The default is written as a person would write it, so that help can show it.
    package init(
        _ name: String,
        short: Character? = nil,
        _ syntax: ValueSyntax<Value>,
        default text: String,
        environment: String? = nil,
        help: any Worded
    ) {
        self.init(
            name,
            short: short,
            syntax,
            environment: environment,
            defaults: [text],
            count: 1...1,
            help: help,
            convert: { texts throws(InvalidText) in try syntax.value(of: texts.last ?? text) }
        )
    }

    /// Declares an option that must be given, on the command line or in the environment.
    package static func required(
        _ name: String,
        short: Character? = nil,
        _ syntax: ValueSyntax<Value>,
        environment: String? = nil,
        help: any Worded
    ) -> Option {
        Option(
            name,
            short: short,
            syntax,
            environment: environment,
            defaults: [],
            count: 1...1,
            help: help,
            convert: { texts throws(InvalidText) in try syntax.value(of: texts.last ?? "") }
        )
    }

    /// Declares an option that may be absent.
    package static func optional<Element>(
        _ name: String,
        short: Character? = nil,
        _ syntax: ValueSyntax<Element>,
        environment: String? = nil,
        help: any Worded
    ) -> Option where Value == Element? {
        Option(
            name,
            short: short,
            syntax,
            environment: environment,
            defaults: [],
            count: 0...1,
            help: help,
            convert: { texts throws(InvalidText) in
                guard let text = texts.last else { return nil }
                return try syntax.value(of: text)
            }
        )
    }

    /// Declares an option that may be given several times, each time adding a value.
    ///
    /// In the environment, commas separate the values. The defaults count only where nothing is
    /// given at all.
    package static func repeated<Element>(
        _ name: String,
        short: Character? = nil,
        _ syntax: ValueSyntax<Element>,
        defaults: [String] = [],
        environment: String? = nil,
        help: any Worded
    ) -> Option where Value == [Element] {
        Option(
            name,
            short: short,
            syntax,
            environment: environment,
            defaults: defaults,
            count: 0...Int.max,
            help: help,
            convert: { texts throws(InvalidText) in try syntax.values(of: texts) }
        )
    }

    /// Declares a flag: true when named, false otherwise.
    ///
    /// Its environment variable says 1, true, yes or on, or one of their opposites.
    package static func flag(
        _ name: String,
        short: Character? = nil,
        environment: String? = nil,
        help: any Worded
    ) -> Option where Value == Bool {
        let syntax = ValueSyntax<Bool>.yesOrNo
        return Option(
            name,
            short: short,
            syntax,
            kind: .flag,
            environment: environment,
            defaults: [],
            count: 0...1,
            help: help,
            convert: { texts throws(InvalidText) in try syntax.value(of: texts.last ?? "no") }
        )
    }
}
