import Testing

@Suite("File openings")
struct FileOpeningTests {
    /// Files that open what is no file of anybody's choice, or look at what they opened themselves.
    private static let exceptions: Set = [
        // The one place, and files of the kernel and /dev/null.
        "Sources/Foundations/OperatingSystem/Files/PlainFile.swift",
        "Sources/Foundations/OperatingSystem/Processes/LastLine.swift",
        "Sources/Foundations/OperatingSystem/Processes/OwnProcess.swift",
        // The streams of a child, which its parent names.
        "Sources/Foundations/OperatingSystem/Processes/Spawning.swift",
        "Sources/Foundations/CommandLineInterface/Running/TextOutput.swift",
        "Sources/Foundations/LMDB/Damage/WatchedMap.swift",
        "Sources/Features/Serving/Secrets/SystemSources.swift",
        // It holds what is abandoned, of whatever kind, and waits for nobody.
        "Sources/Foundations/OperatingSystem/Files/UnfinishedItem.swift",
        // It opens without waiting, and looks at the kind itself.
        "Sources/Foundations/Networking/TLS/PEMFile.swift",
        "Sources/Client/NoteletClient/Sessions/PrivateFile.swift",
        "Sources/Client/NoteletClient/Sessions/FileLock.swift",
        // What somebody pipes into a command is read as it comes.
        "Sources/Programs/notelet-admin/Store/InputFile.swift",
        "Sources/Features/Config/OperatorCommands/ConfigFile.swift",
    ]
    /// What opens a file otherwise.
    private static let detours = [
        "contentsOfFile:", "Data(contentsOf:", "forReadingFrom:", "fopen(",
    ]

    @Test("Whatever lies at a path is opened as a plain file, as a folder, or made anew")
    func openings() {
        let files = Repository.current.swiftFiles.filter { file in
            file.isInSources && !file.path.hasPrefix("Sources/Programs/notelet-demo/")
                && !Self.exceptions.contains(file.path)
        }
        #expect(files.count > 100)
        expectNone(
            files.flatMap { file in
                file.codeLines.indices.filter { isBlind(file, $0) }.map {
                    file.violation(line: $0, "open it by PlainFile: a pipe there would stop it")
                }
            }
        )
    }

    /// Whether a line opens a file without a look at its kind.
    private func isBlind(_ file: SourceFile, _ index: Int) -> Bool {
        let line = file.codeLines[index]
        if Self.detours.contains(where: { line.contains($0) }) {
            return !file.lines[index].contains("/proc/")
                && file.path != "Sources/Programs/notelet-admin/Store/ReadersCommand.swift"
        }
        let modes = ["O_RDONLY", "O_WRONLY", "O_RDWR"]
        guard modes.contains(where: { line.contains($0) }) else { return false }
        // The call may stand on a line before.
        let call = file.codeLines[max(0, index - 2)...index].joined()
        return !["PlainFile.open", "O_DIRECTORY", "O_EXCL"].contains { call.contains($0) }
    }

    @Test("The rule finds what it is for")
    func ruleIsAlive() {
        let text = """
            let a = open(path, O_RDONLY | O_CLOEXEC)
            let b = PlainFile.open(path, O_RDONLY)
            let c = 0
            let d = 0
            let e = open(path, O_RDONLY | O_DIRECTORY)
            let f = Data(contentsOf: path)
            """
        let file = SourceFile(path: "Sources/A/a.swift", text: text)
        #expect(file.codeLines.indices.filter { isBlind(file, $0) } == [0, 5])
    }
}
