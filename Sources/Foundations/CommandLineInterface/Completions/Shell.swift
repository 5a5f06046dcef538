/// The shells whose completions a program can write.
package enum Shell: String, Sendable, CaseIterable {
    /// GNU Bash, from 4.4 on.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell, from 3.0 on.
    case fish

    /// Returns a script that completes the command lines of a program: its commands, its options
    /// and the values that are known.
    ///
    /// - Parameter program: The root of the commands.
    /// - Returns: The script, to be sourced by the shell or put where it looks for completions.
    package func completions(of program: Command) -> String {
        switch self {
        case .bash: BashCompletions(program).script
        case .zsh: ZshCompletions(program).script
        case .fish: FishCompletions(program).script
        }
    }
}

extension Command {
    /// The paths from this command to itself and all commands below it, in the order of help.
    var paths: [[Command]] {
        [[self]] + subcommands.flatMap(\.paths).map { [self] + $0 }
    }

    /// The options that this command adds to those of the commands above it.
    func addedOptions(at path: [Command]) -> [Parameter] {
        options + (path.count == 1 ? StandardOptions.english.ofCommands : [])
    }

    /// The name of the shell function that completes this program.
    var functionName: String {
        "_" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    }
}

extension Parameter {
    /// What precedes a value or stands alone: `--port`, and `-p` where there is a letter.
    var spellings: [String] {
        [spelling] + (short.map { ["-\($0)"] } ?? [])
    }
}

extension String {
    /// The text as one word of a POSIX shell.
    var shellQuoted: String {
        "'" + replacing("'", with: "'\\''") + "'"
    }
}
