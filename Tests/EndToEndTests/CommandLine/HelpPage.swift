import TestSupport
import Testing

/// What the help of one command lists, read from the text that a person sees.
struct HelpPage {
    /// The names of the commands below it.
    let commands: [String]
    /// All options that it takes, with their dashes.
    let options: [String]
    /// Those among them that are listed as its own.
    let ownOptions: [String]

    /// Asks a program for the help of a command.
    init(of program: String, _ path: [String]) async throws {
        let run = try await ProgramRun.run(
            program,
            path + ["--help"],
            environment: ["COLUMNS": "100"]
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        var lists: [Substring: [Substring]] = [:]
        var title: Substring = ""
        for line in run.output.split(separator: "\n") {
            if !line.hasPrefix(" ") { title = line }
            lists[title, default: []].append(line)
        }
        commands = (lists["Commands:"] ?? []).compactMap { line in
            line.firstMatch(of: /^  ([a-z][a-z-]*)/).map { String($0.1) }
        }
        let names = { (title: Substring) in
            (lists[title] ?? []).compactMap { line in
                line.firstMatch(of: /^  (-., |    )(--[a-z-]+)/).map { String($0.2) }
            }
        }
        ownOptions = names("Options:")
        options = ownOptions + names("Common options:")
    }

    /// The help of a program and of all its commands, with their paths.
    static func all(of program: String) async throws -> [(path: [String], page: HelpPage)] {
        var found: [(path: [String], page: HelpPage)] = []
        var waiting: [[String]] = [[]]
        while !waiting.isEmpty {
            let path = waiting.removeFirst()
            let page = try await HelpPage(of: program, path)
            found.append((path, page))
            waiting += page.commands.map { path + [$0] }
        }
        return found
    }
}
