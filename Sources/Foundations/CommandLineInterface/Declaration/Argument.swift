/// A value that a command takes by its place rather than by a name.
///
/// Its name is its placeholder in help, in capitals. Required arguments come before optional ones,
/// and one that takes many values comes last.
package struct Argument<Value: Sendable>: ParameterDeclaration {
    /// The declaration without the type of its value.
    package let parameter: Parameter

    private init<Element: Sendable>(
        _ name: any Worded,
        _ syntax: ValueSyntax<Element>,
        count: ClosedRange<Int>,
        help: any Worded,
        convert: @escaping @Sendable ([String]) throws(InvalidText) -> Value
    ) {
        parameter = Parameter(
            kind: .argument,
            name: name.wording.english,
            short: nil,
            texts: Parameter.Texts(
                placeholder: name.wording,
                expectation: syntax.expectation,
                help: help.wording
            ),
            completion: syntax.completion,
            environmentName: nil,
            defaults: [],
            count: count,
            convert: { texts throws(InvalidText) in ValueBox(value: try convert(texts)) }
        )
    }

    /// Declares an argument that must be given.
    package init(_ name: any Worded, _ syntax: ValueSyntax<Value>, help: any Worded) {
        self.init(
            name,
            syntax,
            count: 1...1,
            help: help,
            convert: { texts throws(InvalidText) in try syntax.value(of: texts.last ?? "") }
        )
    }

    /// Declares an argument that may be left out.
    package static func optional<Element>(
        _ name: any Worded,
        _ syntax: ValueSyntax<Element>,
        help: any Worded
    ) -> Argument where Value == Element? {
        Argument(
            name,
            syntax,
            count: 0...1,
            help: help,
            convert: { texts throws(InvalidText) in
                guard let text = texts.last else { return nil }
                return try syntax.value(of: text)
            }
        )
    }

    /// Declares the last argument of a command, which takes all values that are left.
    package static func variadic<Element>(
        _ name: any Worded,
        _ syntax: ValueSyntax<Element>,
        atLeast countMin: Int = 0,
        help: any Worded
    ) -> Argument where Value == [Element] {
        Argument(
            name,
            syntax,
            count: countMin...Int.max,
            help: help,
            convert: { texts throws(InvalidText) in try syntax.values(of: texts) }
        )
    }
}
