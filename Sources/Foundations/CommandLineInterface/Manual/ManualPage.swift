/// The manual page of a program: all its commands, options and exit codes, in roff for man(1).
package struct ManualPage: Sendable {
    private let program: Command
    private let version: String
    private let section: Int

    /// Writes the page of a program.
    ///
    /// - Parameters:
    ///   - program: The root of the commands.
    ///   - version: The version that the page is of.
    ///   - section: The section of the manual: 1 for people's commands, 8 for those who operate.
    package init(of program: Command, version: String, section: Int) {
        self.program = program
        self.version = version
        self.section = section
    }

    /// The page, each line ended.
    package var text: String {
        let title = "\(program.name.uppercased().roffEscaped) \(section)"
        let source = "\(program.name) \(version)".roffEscaped
        let parts = [
            // Left-aligned and without hyphens, so that what is to be typed stays as it is.
            ".TH \(title) \"\" \"\(source)\"\n.nh\n.ad l",
            ".SH NAME\n"
                + "\(program.name.roffEscaped) \\- \(lowercasedSummary.roffEscaped)".roffLines,
            ".SH SYNOPSIS\n"
                + program.paths.filter { $0.last?.action != nil }.map(usage)
                .joined(separator: "\n.br\n"),
            ".SH DESCRIPTION\n" + paragraphs(program.summary + ".\n\n" + program.discussion),
            definitions("ARGUMENTS", program.arguments.map(entry)),
            definitions("OPTIONS", options.map(entry)),
            commands,
            definitions("ENVIRONMENT", variables),
            definitions("EXIT STATUS", exitCodes),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }
}

extension ManualPage {
    /// A name and what is to know about it.
    private typealias Entry = (term: String, text: String)

    private var options: [Parameter] {
        program.options + StandardOptions.english.ofCommands + StandardOptions.english.ofProgram
    }

    /// The summary as the page's title has it: within a sentence.
    private var lowercasedSummary: String {
        program.summary.prefix(1).lowercased() + program.summary.dropFirst()
    }

    private var commands: String {
        let paths = program.paths.dropFirst()
        guard !paths.isEmpty else { return "" }
        return ".SH COMMANDS\n" + paths.map(describe).joined(separator: "\n")
    }

    private var variables: [Entry] {
        var users: [(variable: String, spellings: [String])] = []
        for option in program.paths.compactMap(\.last).flatMap(\.options) {
            guard let name = option.environmentName else { continue }
            if let index = users.firstIndex(where: { $0.variable == name }) {
                if !users[index].spellings.contains(option.spelling) {
                    users[index].spellings.append(option.spelling)
                }
            } else {
                users.append((name, [option.spelling]))
            }
        }
        return users.map { user in
            let spellings = user.spellings.joined(separator: " and ").roffEscaped
            return (
                "\\fB\(user.variable.roffEscaped)\\fR",
                "The value of \(spellings) where the command line gives none."
            )
        }
    }

    private var exitCodes: [Entry] {
        ExitCode.allCases.map { ("\\fB\($0.rawValue)\\fR", $0.meaning.roffEscaped) }
    }

    /// One command below the program: how it is called, what it does, what it takes.
    private func describe(_ path: [Command]) -> String {
        let command = path[path.count - 1]
        let name = path.dropFirst().map(\.name).joined(separator: " ")
        let parts =
            [".SS \(name.roffEscaped)", usage(of: path), ".PP"]
            + [paragraphs(command.summary + ".\n\n" + command.discussion)]
            + (command.arguments + command.options).map { definition(entry($0)) }
        return parts.joined(separator: "\n")
    }

    private func usage(of path: [Command]) -> String {
        let command = path[path.count - 1]
        let required = path.flatMap(\.options).filter(\.isRequired).map { option in
            "\\fB\(option.spelling.roffEscaped)\\fR \\fI\(option.placeholder.roffEscaped)\\fR"
        }
        let gathers = command.action == nil ? "\\fICOMMAND\\fR" : "[\\fICOMMAND\\fR]"
        let rest =
            command.subcommands.isEmpty
            ? command.arguments.map { $0.usage().roffEscaped } : [gathers]
        let words =
            ["\\fB\(path.map(\.name).joined(separator: " ").roffEscaped)\\fR"] + required
            + ["[\\fIOPTION\\fR]..."] + rest
        return words.joined(separator: " ").roffLines
    }

    private func entry(_ parameter: Parameter) -> Entry {
        let value = parameter.kind == .option ? " \\fI\(parameter.placeholder.roffEscaped)\\fR" : ""
        let term =
            parameter.kind == .argument
            ? "\\fI\(parameter.usage().roffEscaped)\\fR"
            : parameter.spellings.reversed().map { "\\fB\($0.roffEscaped)\\fR" }
                .joined(separator: ", ") + value
        return (term, parameter.description().roffEscaped)
    }

    private func definitions(_ title: String, _ entries: [Entry]) -> String {
        guard !entries.isEmpty else { return "" }
        return ".SH \(title)\n" + entries.map(definition).joined(separator: "\n")
    }

    private func definition(_ entry: Entry) -> String {
        ".TP\n\(entry.term)\n\(entry.text.roffLines)"
    }

    private func paragraphs(_ text: String) -> String {
        text.split(separator: "\n\n").map { String($0).roffEscaped.roffLines }
            .joined(separator: "\n.PP\n")
    }
}

extension String {
    /// The text as roff shows it letter by letter, within a line.
    var roffEscaped: String {
        replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }

    /// The text, escaped already, in short lines of which none is a request.
    var roffLines: String {
        wrapped(toCellWidth: 78)
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
            .joined(separator: "\n")
    }
}
