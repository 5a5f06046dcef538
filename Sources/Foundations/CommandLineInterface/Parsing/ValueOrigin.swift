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
