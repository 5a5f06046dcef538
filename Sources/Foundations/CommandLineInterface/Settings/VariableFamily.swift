/// The variables of the environment that a family of programs reads, told by how their names begin.
///
/// A program that declares its family refuses a variable of it that nobody reads: a misspelt
/// setting must not be passed over in silence.
package struct VariableFamily: Sendable {
    /// What all names of the family begin with.
    let prefix: String
    /// The names that others than the program itself read or set.
    let foreignNames: Set<String>
    /// What names begin with that others set, and that are none of the program's business.
    let foreignPrefixes: [String]

    /// Describes a family.
    ///
    /// - Parameters:
    ///   - prefix: What all names begin with.
    ///   - foreignNames: The names that other programs read.
    ///   - foreignPrefixes: What names begin with that somebody sets without being asked.
    package init(
        prefix: String,
        foreignNames: Set<String>,
        foreignPrefixes: [String] = []
    ) {
        self.prefix = prefix
        self.foreignNames = foreignNames
        self.foreignPrefixes = foreignPrefixes
    }

    /// Looks for a variable that nobody reads.
    ///
    /// - Parameters:
    ///   - environment: The environment of the program.
    ///   - names: The names that the program itself reads.
    /// - Returns: What is wrong with the first one; nil where there is none.
    func complaint(about environment: [String: String], knowing names: [String]) -> String? {
        let strangers = environment.keys.filter { name in
            name.hasPrefix(prefix) && !names.contains(name) && !foreignNames.contains(name)
                && !foreignPrefixes.contains { name.hasPrefix($0) }
        }
        guard let stranger = strangers.min() else { return nil }
        // The prefix would make any two names near.
        let ends = names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        let nearest = nearestWord(to: String(stranger.dropFirst(prefix.count)), among: ends)
        let advice = nearest.map { "did you mean '\(prefix)\($0)'?" }
        return "unknown variable '\(stranger)' in the environment; \(advice ?? "unset it")"
    }
}
