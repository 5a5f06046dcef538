/// A command together with the values it was called with; every value has been checked.
package struct Invocation: Sendable {
    /// The commands from the program down to the one that runs.
    package let path: [Command]
    /// The values by the spelling of their parameter, each in a `ValueBox`.
    private var values: [String: any Sendable] = [:]
    private var origins: [String: ValueOrigin] = [:]

    init(path: [Command]) {
        self.path = path
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
        guard let box = values[spelling] as? ValueBox<Declaration.Value> else {
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
        origins[parameter.spelling] ?? .absent
    }

    /// Checks and keeps the texts of one parameter.
    mutating func set(
        _ texts: [String],
        of parameter: Parameter,
        from origin: ValueOrigin
    ) throws(UsageError) {
        do {
            values[parameter.spelling] = try parameter.convert(texts)
        } catch {
            throw .invalidValue(error.text, of: parameter, from: origin, of: path)
        }
        origins[parameter.spelling] = origin
    }
}
