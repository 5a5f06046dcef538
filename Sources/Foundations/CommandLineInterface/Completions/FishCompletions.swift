/// The completions of a program for the fish shell: a line for each command, option and argument.
///
/// A function of the script walks the words before the cursor and tells the command they have come
/// to, as `" contacts add "`; each line says where it counts.
struct FishCompletions {
    private let program: Command

    init(_ program: Command) {
        self.program = program
    }

    /// The whole script.
    var script: String {
        """
        # Completions for fish, as '\(program.name) --completions fish' writes them.

        function _\(function)_path --description 'Print the command before the cursor'
            set -l path ' '
            set -l awaited
            for word in (commandline -opc)[2..-1]
                if set -q awaited[1]
                    set -e awaited
                    continue
                end
                switch "$path: $word"
        \(steps)
                end
            end
            echo $path
        end

        function _\(function)_at --description 'Whether the command before the cursor is this one'
            test (_\(function)_path | string collect) = $argv[1]
        end

        function _\(function)_below --description 'Whether it is this one or one below it'
            string match -q -- "$argv[1]*" (_\(function)_path | string collect)
        end

        complete -c \(program.name) -f
        \(program.paths.flatMap(lines).joined(separator: "\n"))

        """
    }

    private var function: String { program.functionName }

    /// The words that lead to another command, and those that a value follows.
    private var steps: String {
        program.paths.flatMap { path in
            let command = path[path.count - 1]
            let place = words(of: path)
            let valued = command.options.filter { $0.kind == .option }.flatMap(\.spellings)
            let awaiting =
                valued.isEmpty
                ? []
                : [
                    "            case "
                        + valued.map { quoted("\(place)*: \($0)") }.joined(separator: " "),
                    "                set awaited yes",
                ]
            let names = command.subcommands.map { quoted("\(place): \($0.name)") }
            let descending =
                names.isEmpty
                ? []
                : [
                    "            case " + names.joined(separator: " "),
                    "                set path \"$path$word \"",
                ]
            return awaiting + descending
        }
        .joined(separator: "\n")
    }

    private func lines(of path: [Command]) -> [String] {
        let command = path[path.count - 1]
        let start = "complete -c \(program.name) -n "
        let at = start + quoted("_\(function)_at \(quoted(words(of: path)))")
        let below = start + quoted("_\(function)_below \(quoted(words(of: path)))")
        let options = command.addedOptions(at: path).map { option in
            let short = option.short.map { " -s \($0)" } ?? ""
            let value = option.kind == .flag ? "" : " -r" + offer(option)
            return "\(below)\(short) -l \(option.name)\(value) -d \(quoted(option.headline))"
        }
        let commands = command.subcommands.map { command in
            "\(at) -a \(quoted(command.name)) -d \(quoted(command.summary))"
        }
        let arguments = command.arguments.compactMap { argument -> String? in
            argument.completion == .nothing ? nil : at + offer(argument)
        }
        return options + commands + arguments
    }

    /// What may be offered as a value.
    private func offer(_ parameter: Parameter) -> String {
        switch parameter.completion {
        case .nothing: " -f"
        case .words(let words): " -f -a " + quoted(words.joined(separator: " "))
        case .file: " -F"
        case .folder: " -f -a '(__fish_complete_directories)'"
        }
    }

    private func words(of path: [Command]) -> String {
        " " + path.dropFirst().map { $0.name + " " }.joined()
    }

    /// A text as one word of fish, where a backslash counts between single quotes too.
    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
