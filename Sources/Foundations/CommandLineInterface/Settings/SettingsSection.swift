/// A part of a file of settings that may stand there several times, each under a name of its own:
/// the lines after `[app letters]` up to the next line of that form.
///
/// What is not set in it is as outside of it, but for the settings that are each section's own.
package struct SettingsSection: Sendable {
    /// The word before the name, such as `app`.
    package let kind: String
    /// The options that may stand in it.
    package let options: [Parameter]
    /// The names of those that are not taken over from outside.
    private let ownNames: Set<String>
    /// What makes a value of one's own out of that outside, by the names of options.
    private let derivations: [String: Derivation]
    /// What is wrong with a name, and what would be right; nil for one that may be given.
    let complaint: @Sendable (String) -> String?

    /// Makes the value that an option has in a section of a name that does not set it, out of the
    /// one that it has outside.
    package typealias Derivation = @Sendable (_ name: String, _ outside: String) -> String

    /// Declares a kind of sections.
    ///
    /// - Parameters:
    ///   - kind: The word before the name.
    ///   - shared: The options whose values count for all sections that do not set them.
    ///   - own: Those that have no value in a section that does not set them, but their default.
    ///   - derivations: Those of them that have a value made for the section there.
    ///   - complaint: What is wrong with a name; nil for one that may be given.
    package init(
        _ kind: String,
        sharing shared: [any ParameterDeclaration],
        own: [any ParameterDeclaration],
        deriving derivations: [(option: any ParameterDeclaration, value: Derivation)] = [],
        complaint: @escaping @Sendable (String) -> String?
    ) {
        self.kind = kind
        options = (own + shared).map(\.parameter)
        ownNames = Set(own.map(\.parameter.name))
        self.derivations = Dictionary(
            uniqueKeysWithValues: derivations.map { ($0.option.parameter.name, $0.value) }
        )
        self.complaint = complaint
    }

    /// Whether an option has no value in a section that does not set it.
    func isOwn(_ option: Parameter) -> Bool { ownNames.contains(option.name) }

    /// The value of an own option that a section of a name does not set; none where it has none.
    func texts(of option: Parameter, in name: String, outside texts: [String]) -> [String] {
        if let derive = derivations[option.name] { return texts.map { derive(name, $0) } }
        return option.defaults
    }
}

/// A section with the values that count in it.
package struct InvocationSection: Sendable {
    /// The word before its name.
    package let kind: String
    /// Its name.
    package let name: String
    /// Where it begins, as "path:line".
    package let place: String
    /// The settings that a section of its kind may have, in the order of their declaration.
    package let options: [Parameter]
    /// The values that count in it.
    package let values: Invocation
}
