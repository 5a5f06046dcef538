/// The completions of a program for the Z shell, in terms of its own `_arguments`.
///
/// Each command has a function that adds its options to those of the commands above it, in arrays
/// that live as long as the program's own function runs.
struct ZshCompletions {
    private let program: Command

    init(_ program: Command) {
        self.program = program
    }

    /// The whole script, for a file in `$fpath`.
    var script: String {
        """
        #compdef \(program.name)
        # Completions for zsh, as '\(program.name) --completions zsh' writes them.

        \(program.paths.map(function).joined(separator: "\n"))
        # A file in $fpath is run to complete; one that is sourced registers what it holds.
        if [[ $funcstack[1] == \(program.functionName) ]]; then
            \(name(of: [program])) "$@"
        else
            compdef \(name(of: [program])) \(program.name)
        fi

        """
    }

    private func function(of path: [Command]) -> String {
        let command = path[path.count - 1]
        let declared = path.count == 1 ? ["    local -a options state line"] : []
        let added = command.addedOptions(at: path).map { "        \(specification(of: $0))" }
        let options =
            added.isEmpty ? [] : ["    options+=("] + added + ["    )"]
        let body = command.subcommands.isEmpty ? values(of: command) : commands(of: path)
        return ([name(of: path) + "() {"] + declared + options + body + ["}", ""])
            .joined(separator: "\n")
    }

    /// The end of the function of a command that does something.
    private func values(of command: Command) -> [String] {
        let arguments = command.arguments.enumerated().map { index, argument in
            let place = argument.isRepeated ? "*" : "\(index + 1)"
            let colons = argument.isRequired || argument.isRepeated ? ":" : "::"
            return " \\\n        "
                + "\(place)\(colons)\(action(for: argument))".shellQuoted
        }
        return ["    _arguments -s -S $options" + arguments.joined()]
    }

    /// The end of the function of a command that gathers others.
    private func commands(of path: [Command]) -> [String] {
        let subcommands = path[path.count - 1].subcommands
        let descriptions = subcommands.map { command in
            let name = command.name.replacing(":", with: "\\:")
            return "            " + "\(name):\(command.summary)".shellQuoted
        }
        let branches = subcommands.map { command in
            "            \(command.name)) \(name(of: path + [command])) ;;"
        }
        return [
            "    local curcontext=$curcontext",
            "    _arguments -C -s -S $options '(-)1: :->command' '(-)*:: :->words'",
            "    case $state in",
            "    command)",
            "        local -a commands=(",
        ] + descriptions + [
            "        )",
            "        _describe -t commands command commands",
            "        ;;",
            "    words)",
            "        case $line[1] in",
        ] + branches + [
            "        esac",
            "        ;;",
            "    esac",
        ]
    }

    /// One option in the words of `_arguments`: what excludes it, its spellings, what it does.
    private func specification(of option: Parameter) -> String {
        let isValued = option.kind == .option
        let text =
            "[\(escaped(option.headline, "[]\\"))]" + (isValued ? ":" + action(for: option) : "")
        let long = option.spelling + (isValued ? "=" : "")
        guard let short = option.short else {
            return ((option.isRepeated ? "*" : "") + long + text).shellQuoted
        }
        let exclusion = option.isRepeated ? "*" : "(-\(short) \(option.spelling))"
        let spellings = "{-\(short)\(isValued ? "+" : ""),\(long)}"
        return exclusion.shellQuoted + spellings + text.shellQuoted
    }

    /// What stands for a value and what may be offered.
    private func action(for parameter: Parameter) -> String {
        let message = escaped(parameter.placeholder, ":\\")
        return switch parameter.completion {
        // Shows what is expected, but not in the place of options: a message keeps zsh from
        // inserting anything.
        case .nothing: message + ":_guard \"^-*\" \(parameter.placeholder.shellQuoted)"
        case .words(let words): "\(message):(\(words.joined(separator: " ")))"
        case .file: message + ":_files"
        case .folder: message + ":_files -/"
        }
    }

    private func name(of path: [Command]) -> String {
        let words = path.dropFirst().map { "-" + $0.name }
        return program.functionName + (path.count == 1 ? "" : words.joined())
    }

    private func escaped(_ text: String, _ special: String) -> String {
        String(text.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
    }
}
