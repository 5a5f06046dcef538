/// A command together with the values it was called with; every value has been checked.
package struct Invocation: Sendable {
    /// The commands from the program down to the one that runs.
    package let path: [Command]
    private let source: Source
    /// The settings by the spelling of their parameter.
    private var settings: [String: Setting] = [:]
    /// The values that others won over, by the same spelling.
    private var passedOver: [String: [PassedOverValue]] = [:]
    /// The sections of the file of settings, in their order.
    package private(set) var sections: [InvocationSection] = []

    /// Where a command line came from, to read it once more.
    struct Source: Sendable {
        let parser: CommandLineParser
        let arguments: [String]
    }

    /// What is known of one parameter.
    private struct Setting: Sendable {
        /// The typed value in a `ValueBox`.
        let box: any Sendable
        let texts: [String]
        let origin: ValueOrigin
    }

    init(path: [Command], from source: Source) {
        self.path = path
        self.source = source
    }

    /// The command that runs.
    package var command: Command { path[path.count - 1] }

    /// All parameters that the command takes: the options from the program down, then arguments.
    package var parameters: [Parameter] {
        path.flatMap(\.options) + command.arguments
    }

    /// Returns the value of a parameter that this command declares.
    package subscript<Declaration: ParameterDeclaration>(
        declaration: Declaration
    ) -> Declaration.Value {
        let spelling = declaration.parameter.spelling
        guard let box = settings[spelling]?.box as? ValueBox<Declaration.Value> else {
            preconditionFailure("The command '\(command.name)' does not declare \(spelling).")
        }
        return box.value
    }

    /// Returns where the value of a parameter came from.
    package func origin(of declaration: some ParameterDeclaration) -> ValueOrigin {
        origin(of: declaration.parameter)
    }

    /// Returns where the value of a parameter came from.
    package func origin(of parameter: Parameter) -> ValueOrigin {
        settings[parameter.spelling]?.origin ?? .absent
    }

    /// Returns the values of a parameter as they were written; none where there is no value.
    package func texts(of parameter: Parameter) -> [String] {
        settings[parameter.spelling]?.texts ?? []
    }

    /// Returns the values that a setting has elsewhere, and that the one that counts won over.
    package func passedOver(_ declaration: some ParameterDeclaration) -> [PassedOverValue] {
        passedOver[declaration.parameter.spelling] ?? []
    }

    /// Keeps the sections of the file of settings.
    mutating func keep(_ sections: [InvocationSection]) {
        self.sections = sections
    }

    /// Forgets the values that others won over: in a section they are another's.
    mutating func forgetPassedOver(_ parameter: Parameter) {
        passedOver[parameter.spelling] = nil
    }

    /// Keeps a value that another one won over.
    mutating func passOver(_ value: PassedOverValue, of parameter: Parameter) {
        passedOver[parameter.spelling, default: []].append(value)
    }

    /// Reads the same command line once more, with the file of settings as it is now.
    package func reread() throws(UsageError) -> Invocation {
        switch try source.parser.parse(source.arguments) {
        case .run(let invocation): return invocation
        default: preconditionFailure("The same words ask for the same.")
        }
    }

    /// Checks and keeps the texts of one parameter.
    mutating func set(
        _ texts: [String],
        of parameter: Parameter,
        from origin: ValueOrigin
    ) throws(UsageError) {
        do {
            settings[parameter.spelling] = Setting(
                box: try parameter.convert(texts),
                texts: texts,
                origin: origin
            )
        } catch {
            throw .invalidValue(error.text, of: parameter, from: origin, of: path)
        }
    }
}

/// A value of a setting that does not count, since another source won over it.
package struct PassedOverValue: Sendable, Equatable {
    /// The value as it is written there.
    package let texts: [String]
    /// Where it is written.
    package let origin: ValueOrigin

    /// Describes a value.
    package init(texts: [String], origin: ValueOrigin) {
        self.texts = texts
        self.origin = origin
    }
}

/// Where the value of a parameter came from.
package enum ValueOrigin: Sendable, Equatable {
    /// A word on the command line.
    case commandLine
    /// The environment variable of this name.
    case environment(String)
    /// A place in a configuration file, as "path:line".
    case file(String)
    /// The default of the declaration.
    case declaredDefault
    /// Nowhere: there is no value.
    case absent
}

extension ValueOrigin: CustomStringConvertible {
    /// The origin in the words of `config show --origin`.
    package var description: String {
        switch self {
        case .commandLine: "command line"
        case .environment(let name): "environment \(name)"
        case .file(let place): "file \(place)"
        case .declaredDefault: "default"
        case .absent: "not set"
        }
    }
}
