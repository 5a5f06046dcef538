/// One entry of a configuration file, named like the option it sets.
package struct FileSetting: Sendable, Equatable {
    /// The long name of the option without dashes.
    package let name: String
    /// The values as written; several for a repeated option.
    package let texts: [String]
    /// Where the entry stands, as "path:line".
    package let place: String

    /// Describes one entry.
    package init(name: String, texts: [String], place: String) {
        self.name = name
        self.texts = texts
        self.place = place
    }
}

extension Invocation {
    /// Returns the invocation with the settings of a file below the command line and the
    /// environment, and above the defaults.
    ///
    /// A name that no option of the command has is an error, and so is a value that the option
    /// does not take: a misspelt setting must not be passed over in silence.
    package func applying(_ settings: [FileSetting]) throws(UsageError) -> Invocation {
        var result = self
        let options = path.flatMap(\.options)
        for setting in settings {
            guard let option = options.first(where: { $0.name == setting.name }) else {
                throw unknownSetting(setting, among: options.map(\.name))
            }
            // Checked also where another source wins, so that a file is right or wrong by itself.
            var checked = Invocation(path: path)
            try checked.set(setting.texts, of: option, from: .file(setting.place))
            switch origin(of: option) {
            case .commandLine, .environment: continue
            case .file, .declaredDefault, .absent:
                try result.set(setting.texts, of: option, from: .file(setting.place))
            }
        }
        return result
    }

    private func unknownSetting(_ setting: FileSetting, among known: [String]) -> UsageError {
        var message = "\(setting.place): unknown setting '\(setting.name)'"
        if let nearest = nearestWord(to: setting.name, among: known) {
            message += "; did you mean '\(nearest)'?"
        }
        return UsageError(path, message)
    }
}
