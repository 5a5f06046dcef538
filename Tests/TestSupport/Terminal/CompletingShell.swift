import Foundation
import OperatingSystem

/// A real shell with the completions of programs, at which lines are typed and completed.
package struct CompletingShell {
    /// The shell: bash, zsh or fish.
    private let shell: String
    /// The programs whose lines are completed; the shell stands in for them.
    private let programs: [String]
    private let files = TemporaryDirectory()
    /// The working folder of the shell, for completions of paths.
    package let folder = TemporaryDirectory()

    /// Something that kept a shell from completing.
    package struct Failure: Error, CustomStringConvertible {
        /// What went wrong.
        package let description: String
    }

    /// Prepares a shell.
    ///
    /// - Parameters:
    ///   - shell: bash, zsh or fish.
    ///   - scripts: What programs wrote as their completions for the shell, by their names.
    /// - Throws: An error of the file system.
    package init(_ shell: String, completing scripts: [String: String]) throws {
        self.shell = shell
        programs = scripts.keys.sorted()
        try write(programs.compactMap { scripts[$0] }.joined(separator: "\n"), to: "completions")
        try write(bashSettings, to: "bashrc")
        try write(readlineSettings, to: "inputrc")
        try write(zshSettings, to: ".zshrc")
    }

    /// Completes lines in one run of the shell.
    ///
    /// - Parameter lines: The lines, each with the cursor at its end.
    /// - Returns: All that is offered for the last word of each line, sorted; of a word with '=' in
    ///   it, only what follows. An ending that the shell adds ('=', '/' or a space) is left out.
    /// - Throws: `Failure`.
    package func offers(for lines: [String]) async throws -> [[String]] {
        let replies = shell == "fish" ? try await fishReplies(lines) : try await typedReplies(lines)
        return zip(lines, replies).map { line, reply in
            let word = line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
            let fixed = word.lastIndex(of: "=").map { String(word[...$0]) } ?? ""
            return reply.map { offer in
                let free = offer.hasPrefix(fixed) ? String(offer.dropFirst(fixed.count)) : offer
                return free.hasSuffix("=") || free.hasSuffix("/") ? String(free.dropLast()) : free
            }
            .filter { !$0.isEmpty }
            .sorted()
        }
    }

    /// Asks fish, which completes without a terminal too: a line "offer TAB description" for each.
    private func fishReplies(_ lines: [String]) async throws -> [[String]] {
        let asking = """
            source $argv[1]
            cd $argv[2]
            for line in $argv[3..-1]
                complete -C $line
                echo '~done~'
            end
            """
        let run = try await ProgramRun.run(
            "/usr/bin/fish",
            ["--no-config", "-c", asking, files.path("completions"), folder.path] + lines,
            environment: environment,
            within: Patience.limit * 5
        )
        guard run.errorOutput.isEmpty, run.exitCode == 0 else {
            throw Failure(description: "fish says: \(run.errorOutput)")
        }
        let replies = run.output.components(separatedBy: "~done~\n").dropLast()
        return replies.map { reply in
            reply.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }
    }

    /// Types each line at a terminal, has the shell insert all it offers, and lets it run: a
    /// function in the program's place writes down its words.
    private func typedReplies(_ lines: [String]) async throws -> [[String]] {
        let terminal = try PseudoTerminal(columns: 200)
        let stream = Surroundings.Stream.descriptor(terminal.device)
        let arguments =
            shell == "bash"
            ? ["/bin/bash", "--noprofile", "--rcfile", files.path("bashrc"), "-i"]
            : ["/usr/bin/zsh", "-d", "-i"]
        let process = try ChildProcess(
            "/usr/bin/setsid",
            ["--ctty", "--wait"] + arguments,
            Surroundings(
                environment: environment,
                folder: folder.path,
                input: stream,
                output: stream,
                errorOutput: stream
            )
        )
        defer { process.send(SIGKILL) }
        _ = terminal.waitForScreen(endingWith: "ready> ")
        let replies = try lines.map { line in
            terminal.type(Array(line.utf8) + [0x14, 0x0A])
            let screen = terminal.waitForScreen(endingWith: "~done~\r\n")
            _ = terminal.waitForScreen(endingWith: "ready> ")
            guard !screen.contains("command not found"), !terminal.isGivenUp else {
                throw Failure(description: screen)
            }
            let words = try String(contentsOfFile: files.path("words"), encoding: .utf8)
                .split(separator: "\n").map(String.init)
            // Neither the program is among them nor, before the last word of the line, an offer.
            let typed = line.split(separator: " ", omittingEmptySubsequences: false)
            return Array(words.dropFirst(typed.count - 2))
        }
        terminal.type(Array("exit\n".utf8))
        _ = await process.end(within: Patience.limit)
        return replies
    }
}

extension CompletingShell {
    private var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8", "HOME": files.path,
            "ZDOTDIR": files.path, "INPUTRC": files.path("inputrc"), "HISTFILE": "/dev/null",
        ]
    }

    private var bashSettings: String {
        """
        PS1='ready> '
        source '\(files.path("completions"))'
        \(standIns)
        """
    }

    private var readlineSettings: String {
        """
        set enable-bracketed-paste off
        "\\C-t": insert-completions

        """
    }

    private var zshSettings: String {
        """
        PS1='ready> '
        unsetopt PROMPT_SP PROMPT_CR BEEP
        autoload -Uz compinit
        compinit -D -u
        source '\(files.path("completions"))'
        zle -C all-matches complete-word _generic
        bindkey '^T' all-matches
        zstyle ':completion:all-matches:*' completer _all_matches _complete
        zstyle ':completion:all-matches:*' insert yes
        \(standIns)
        """
    }

    private var standIns: String {
        programs.map { program in
            """
            \(program)() {
                printf '%s\\n' "$@" > '\(files.path("words"))'
                echo '~done~'
            }

            """
        }
        .joined()
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: files.path(name), atomically: false, encoding: .utf8)
    }
}
