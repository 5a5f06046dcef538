import CommandLineInterface

@testable import notelet_cli

/// The commands of the program, each with those above it.
let commandPaths = paths(from: [NoteletProgram.root])

private func paths(from path: [Command]) -> [[Command]] {
    [path] + (path.last?.subcommands ?? []).flatMap { paths(from: path + [$0]) }
}

/// Whether a text has a syllable of Korean.
func isKorean(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
}

/// The words of a Korean text that are English, and neither names nor abbreviations.
func leftoverEnglish(_ text: String, knowing known: Set<String> = []) -> [String] {
    // What is typed as it stands: options, addresses, paths, quotations, variables, ids.
    let typed = [
        try? Regex(#"'[^'\n]*'|"[^"\n]*""#), try? Regex(#"--[a-z-]+"#),
        try? Regex(#"[a-z]*://[A-Za-z0-9.:/\-]*"#), try? Regex(#"~?/[A-Za-z0-9.:/\-]+"#),
        try? Regex(#"[0-9a-f]{8}-[0-9a-f-]+"#),
    ].compactMap(\.self)
    let bare = typed.reduce(text) { $0.replacing($1, with: " ") }
    let words = bare.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))) }
    return words.map(String.init).filter { word in
        word.contains { $0.isASCII && $0.isLowercase }
            && !namesAndTerms.contains(word) && !known.contains(word)
    }
}

/// The names of commands, the words and defaults of options, and terms that Korean has no word for.
private let namesAndTerms: Set<String> = {
    var names: Set = ["https", "cursor", "Ctrl-C", "-h", "-V"]
    for command in commandPaths.compactMap(\.last) {
        names.insert(command.name)
        for parameter in command.options + command.arguments {
            names.formUnion(parameter.defaults)
            if case .words(let words) = parameter.completion { names.formUnion(words) }
        }
    }
    return names.union(Shell.allCases.map(\.rawValue))
}()
