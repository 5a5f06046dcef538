extension Parameter {
    /// All spellings of an option with its placeholder: `-p, --port PORT`.
    func names(in language: ProgramLanguage) -> String {
        let short = short.map { "-\($0), " } ?? "    "
        let placeholder = texts.placeholder.text(in: language)
        return short + spelling + (kind == .option ? " " + placeholder : "")
    }

    /// An argument as a usage line shows it: `NAME`, `[NAME]`, `NAME...` or `[NAME]...`.
    func usage(in language: ProgramLanguage = .english) -> String {
        let name = texts.placeholder.text(in: language)
        return (isRequired ? name : "[\(name)]") + (isRepeated ? "..." : "")
    }

    /// The first sentence of the help without its full stop, for where there is room for a line.
    var headline: String {
        let sentence = help.firstRange(of: ". ").map { help[..<$0.lowerBound] } ?? help[...]
        return String(sentence.last == "." ? sentence.dropLast() : sentence)
    }

    /// The help text and, in brackets, what else there is to know about the values.
    func description(in language: ProgramLanguage = .english) -> String {
        let words = language.notes
        var notes: [String] = []
        if case .words(let choice) = completion, kind != .flag {
            notes.append("\(words.oneOf): " + choice.joined(separator: ", "))
        }
        if kind == .option, isRequired { notes.append(words.required) }
        if kind == .option, isRepeated { notes.append(words.repeated) }
        if !defaults.isEmpty {
            notes.append("\(words.defaults): " + defaults.joined(separator: ", "))
        }
        if let environmentName { notes.append("\(words.environment): " + environmentName) }
        let help = texts.help.text(in: language)
        return notes.isEmpty ? help : help + " [" + notes.joined(separator: "; ") + "]"
    }
}
