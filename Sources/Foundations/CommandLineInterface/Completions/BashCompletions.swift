/// The completions of a program for GNU Bash.
///
/// The script needs nothing but the shell. It walks the words before the cursor as the parser does:
/// each command adds its options to those that count already, and a word behind an option that
/// takes a value is that value.
struct BashCompletions {
    private let program: Command

    init(_ program: Command) {
        self.program = program
    }

    /// The whole script.
    var script: String {
        """
        # Completions for bash, as '\(program.name) --completions bash' writes them.

        # Adds what the command at $path brings, and names the commands below it.
        \(function)_enter() {
            commands=
            case $path in
        \(commandCases)
            esac
        }

        # Says what may be offered as the value of an option, or as the argument of a number.
        \(function)_value() {
            case "$path: $1" in
        \(valueCases)
            esac
        }

        # Puts the words together that readline takes apart at '=' and ':'.
        \(function)_words() {
            local piece rest line=${COMP_LINE:0:COMP_POINT}
            words=()
            for piece in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
                rest=${line#"${line%%[![:space:]]*}"}
                piece=${rest:0:${#piece}}
                if ((${#words[@]})) && [[ $rest == "$line" ]]; then
                    words[${#words[@]} - 1]+=$piece
                else
                    words+=("$piece")
                fi
                line=${rest:${#piece}}
            done
            # What readline replaces begins behind this part of the last word.
            current=${words[${#words[@]} - 1]}
            fixed=${current%"$piece"}
            if [[ $piece == [=:]* ]]; then fixed=$current; fi
        }

        \(function)() {
            local IFS=$' \\t\\n' word current fixed value reply awaited= plain= offered= kind=
            local path='\(program.name) ' commands flags= settings= count=0
            local -a words
            \(function)_words
            \(function)_enter
            for word in "${words[@]:1:${#words[@]}-2}"; do
                if [[ $awaited ]]; then
                    awaited=
                elif [[ $plain ]]; then
                    ((++count))
                elif [[ $word == -- ]]; then
                    plain=yes
                elif [[ " $settings " == *" $word "* ]]; then
                    awaited=$word
                elif [[ $word == -?* ]]; then
                    :
                elif [[ " $commands " == *" $word "* ]]; then
                    path+="$word "
                    \(function)_enter
                else
                    ((++count))
                fi
            done
            value=$current
            if [[ $awaited ]]; then
                \(function)_value "$awaited"
            elif [[ ! $plain && $current == --?*=* ]]; then
                value=${current#*=}
                \(function)_value "${current%%=*}"
            elif [[ ! $plain && $current == -* ]]; then
                offered="$flags $settings"
            elif [[ $commands ]]; then
                offered=$commands
            else
                \(function)_value $((count + 1))
            fi
            COMPREPLY=()
            if [[ $kind ]]; then compopt -o filenames; fi
            while IFS= read -r reply; do
                reply=${current%"$value"}$reply
                COMPREPLY+=("${reply#"$fixed"}")
            done < <(
                case $kind in
                file) compgen -f -- "$value" ;;
                folder) compgen -d -- "$value" ;;
                *) compgen -W "$offered" -- "$value" ;;
                esac
            )
        }

        complete -F \(function) \(program.name)

        """
    }

    private var function: String { program.functionName }

    /// What each command adds: its own options, told apart by whether they take a value.
    private var commandCases: String {
        program.paths.map { path in
            let command = path[path.count - 1]
            let options = command.addedOptions(at: path)
            let flags = options.filter { $0.kind == .flag }.flatMap(\.spellings)
            let settings = options.filter { $0.kind == .option }.flatMap(\.spellings)
            let lines = [
                flags.isEmpty ? nil : "flags+=" + (" " + flags.joined(separator: " ")).shellQuoted,
                settings.isEmpty
                    ? nil : "settings+=" + (" " + settings.joined(separator: " ")).shellQuoted,
                command.subcommands.isEmpty
                    ? nil
                    : "commands="
                        + command.subcommands.map(\.name).joined(separator: " ").shellQuoted,
            ].compactMap { $0 }
            guard !lines.isEmpty else { return nil }
            return branch([words(of: path).shellQuoted], lines)
        }
        .compactMap { $0 }
        .joined(separator: "\n")
    }

    private var valueCases: String {
        program.paths.flatMap { path in
            let command = path[path.count - 1]
            let options = command.options.compactMap { option -> String? in
                // An option counts for all commands below its own.
                let patterns = option.spellings.map {
                    words(of: path).shellQuoted + "*" + ": \($0)".shellQuoted
                }
                return offer(option).map { branch(patterns, [$0]) }
            }
            let arguments = command.arguments.enumerated().compactMap { index, argument in
                let number = argument.isRepeated ? "'[0-9]*" : "\(index + 1)'"
                return offer(argument).map { branch(["'\(words(of: path)): \(number)"], [$0]) }
            }
            return options + arguments
        }
        .joined(separator: "\n")
    }

    /// The assignment that says what may be offered; nil where nothing can be known.
    private func offer(_ parameter: Parameter) -> String? {
        guard parameter.kind != .flag else { return nil }
        return switch parameter.completion {
        case .nothing: nil
        case .words(let words): "offered=" + words.joined(separator: " ").shellQuoted
        case .file: "kind=file"
        case .folder: "kind=folder"
        }
    }

    private func words(of path: [Command]) -> String {
        path.map { $0.name + " " }.joined()
    }

    private func branch(_ patterns: [String], _ lines: [String]) -> String {
        "    \(patterns.joined(separator: " | ")))\n"
            + lines.map { "        \($0)\n" }.joined() + "        ;;"
    }
}
