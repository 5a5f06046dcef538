import Foundation
import TestSupport
import Testing

/// The completions and manual pages that each program writes hold all that its help lists.
@Suite(.timeLimit(.minutes(3))) struct ShippedPagesTests {
    /// The programs that were built beside the tests.
    static let programs: [String] = {
        let folder = (ProgramRun.path(ofProduct: "x") as NSString).deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            name.wholeMatch(of: /notelet-[a-z]+/) != nil
                && FileManager.default.isExecutableFile(atPath: folder + "/" + name)
        }
        .sorted()
    }()

    /// The help of each program and of all its commands, which each program is asked for once.
    private static let pages = Dictionary(
        uniqueKeysWithValues: programs.map { program in
            (program, Task { try await HelpPage.all(of: program) })
        }
    )

    /// What is asked for once by who packages a program, and not offered to who types.
    private static let packaging: Set = ["--completions", "--man-page"]

    @Test("The programs are found")
    func programsAreFound() {
        #expect(
            Set(Self.programs).isSuperset(of: ["notelet-server", "notelet-cli", "notelet-bench"])
        )
    }

    @Test("Each shell offers every command and every option of a program, and nothing else")
    func completions() async throws {
        // Side by side and each for all programs: most of the time goes into starting shells.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for shell in ["bash", "zsh", "fish"] {
                group.addTask { try await Self.checkCompletions(of: shell) }
            }
            try await group.waitForAll()
        }
    }

    private static func checkCompletions(of shell: String) async throws {
        var scripts: [String: String] = [:]
        var commands: [(line: String, page: HelpPage)] = []
        for program in programs {
            let script = try await ProgramRun.run(program, ["--completions", shell])
            #expect(script.exitCode == 0)
            scripts[program] = script.output
            let pages = try await #require(Self.pages[program]).value
            commands += pages.map { (([program] + $0.path).joined(separator: " "), $0.page) }
        }
        let completing = try CompletingShell(shell, completing: scripts)
        let offers = try await completing.offers(
            for: commands.flatMap { [$0.line + " --", $0.line + " "] }
        )
        for (index, (line, page)) in commands.enumerated() {
            let options = page.options.filter { !packaging.contains($0) }
            #expect(offers[2 * index] == options.sorted(), "\(shell): \(line)")
            guard !page.commands.isEmpty else { continue }
            #expect(offers[2 * index + 1] == page.commands.sorted(), "\(shell): \(line)")
        }
    }

    @Test(
        "The manual page has every command with its options, and is correct roff",
        arguments: programs
    )
    func manualPage(program: String) async throws {
        let page = try await ProgramRun.run(program, ["--man-page"])
        let lint = try await ProgramRun.run("/usr/bin/mandoc", ["-T", "lint"], input: page.output)
        // Without a date the page is the same whenever it is made.
        let complaints = lint.output.split(separator: "\n").filter { !$0.contains("missing date") }
        #expect(complaints.isEmpty)
        let section = ["notelet-server", "notelet-admin"].contains(program) ? 8 : 1
        let name = program.uppercased().replacing("-", with: "\\-")
        #expect(page.output.hasPrefix(".TH \(name) \(section) "))
        let documented = options(in: page.output)
        for (path, help) in try await #require(Self.pages[program]).value {
            let title = path.isEmpty ? ".SH OPTIONS" : ".SS " + path.joined(separator: " ")
            let always: Set = ["--help", "--version"]
            let expected = help.ownOptions.filter { path.isEmpty || !always.contains($0) }
            #expect(documented[title] == expected, "\(title)")
        }
    }

    /// The long options that stand as terms in each section of a page.
    private func options(in page: String) -> [String: [String]] {
        var found: [String: [String]] = [:]
        var title = ""
        var isTerm = false
        for line in page.replacing("\\-", with: "-").split(separator: "\n") {
            if line.hasPrefix(".S") {
                title = String(line)
                found[title] = []
            }
            if isTerm, let option = line.firstMatch(of: /\\fB(--[a-z-]+)\\fR/) {
                found[title, default: []].append(String(option.1))
            }
            isTerm = line == ".TP"
        }
        return found
    }
}
