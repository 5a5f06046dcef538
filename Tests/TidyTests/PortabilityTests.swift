import Testing

/// What applications are built on runs on telephones: nothing in it is newer than their oldest
/// system, whose standard library is that of iOS 17.
@Suite("Portability")
struct PortabilityTests {
    /// The modules that applications are built on, but for transports of one system.
    private static let modules: Set = ["NoteletInterface", "NoteletTestSupport", "SQLite"]

    /// Names of the standard library that came after iOS 17, by SE-0410, 0433, 0447, 0453, 0456 and
    /// 0464.
    private static let newerNames = [
        "Atomic<", "Mutex<", "InlineArray<", "Span<", "RawSpan", "UTF8Span", ".span",
        "Synchronization",
    ]

    private static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter { modules.contains($0.module) }.flatMap { file in
            file.codeLines.enumerated().flatMap { index, line in
                newerNames.filter(line.contains).map { name in
                    file.violation(line: index, "\(name) is newer than iOS 17")
                }
            }
        }
    }

    @Test("Nothing that applications are built on is newer than iOS 17")
    func nothingIsNewer() {
        let files = Repository.current.swiftFiles.filter(\.isInSources)
        for module in Self.modules { #expect(files.contains { $0.module == module }) }
        for violation in Self.violations(in: files) { Issue.record("\(violation)") }
    }

    @Test("What is newer is found, where it counts")
    func newerIsFound() {
        let text = "let bytes = text.utf8.span\nlet table: InlineArray<4, Int> = [1, 2, 3, 4]"
        let found = [
            "Sources/Client/NoteletInterface/A.swift", "Sources/Client/NoteletClient/A.swift",
        ].map { path in Self.violations(in: [SourceFile(path: path, text: text)]).count }
        #expect(found == [2, 0])
    }
}
