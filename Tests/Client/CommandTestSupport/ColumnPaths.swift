package import CommandLineInterface

extension JSON {
    /// The members of a record as columns name them: with a dot before one of a member.
    package var columnPaths: [String] {
        guard case .object(let members) = self else { return [] }
        return members.flatMap { name, value in
            let inner = value.columnPaths
            return inner.isEmpty ? [name] : inner.map { "\(name).\($0)" }
        }
    }
}
