extension Parameter {
    /// All spellings of an option with its placeholder: `-p, --port PORT`.
    var names: String {
        let short = short.map { "-\($0), " } ?? "    "
        return short + spelling + (kind == .option ? " " + placeholder : "")
    }

    /// An argument as a usage line shows it: `NAME`, `[NAME]`, `NAME...` or `[NAME]...`.
    var usage: String {
        (isRequired ? name : "[\(name)]") + (isRepeated ? "..." : "")
    }

    /// The first sentence of the help without its full stop, for where there is room for a line.
    var headline: String {
        let sentence = help.firstRange(of: ". ").map { help[..<$0.lowerBound] } ?? help[...]
        return String(sentence.last == "." ? sentence.dropLast() : sentence)
    }

    /// The help text and, in brackets, what else there is to know about the values.
    var description: String {
        var notes: [String] = []
        if case .words(let words) = completion, kind != .flag {
            notes.append("one of: " + words.joined(separator: ", "))
        }
        if kind == .option, isRequired { notes.append("required") }
        if kind == .option, isRepeated { notes.append("may be repeated") }
        if !defaults.isEmpty { notes.append("default: " + defaults.joined(separator: ", ")) }
        if let environmentName { notes.append("environment: " + environmentName) }
        return notes.isEmpty ? help : help + " [" + notes.joined(separator: "; ") + "]"
    }
}
