import Testing

/// The tables of each feature's rules, which name the tests that hold them.
@Suite("Tables of rules")
struct RuleTableTests {
    private let repository = Repository.current

    @Test("Each feature has one, and each test that it names is there")
    func namedTestsAreThere() {
        let tests = Self.tests(in: repository.swiftFiles)
        let tables = repository.markdownFiles().filter(Self.isTable)
        let features = repository.folders(in: "Sources/Features").filter {
            Feature(folder: $0) != nil
        }
        #expect(tables.map(\.path) == features.map { "Tests/Features/\($0)/README.md" })
        for table in tables {
            let named = Self.names(in: table)
            #expect(named.count > 10, "\(table.path) names \(named.count) tests")
            for (name, line) in named where !tests.contains(name) {
                expectNone([table.violation(line: line, "there is no test \(name)")])
            }
        }
    }

    @Test("Each line of a table names a test")
    func eachRuleNamesATest() {
        for table in repository.markdownFiles().filter(Self.isTable) {
            let named = Set(Self.names(in: table).map(\.line))
            for (index, line) in table.lines.enumerated()
            where line.hasPrefix("| ") && line != "| rule | test |" {
                #expect(named.contains(index), "\(table.path):\(index + 1) names no test")
            }
        }
    }

    @Test("Tests are found by their suite and function, and names in the last column")
    func namesAreFound() {
        let file = SourceFile(
            path: "Tests/A.swift",
            text: "@Suite struct NameTests {\n    @Test func fits() {}\n}\nextension OtherTests {\n"
                + "    @Test(arguments: [1]) func\n    no() {}\n    @Test func ends() {}\n}"
        )
        #expect(Self.tests(in: [file]) == ["NameTests.fits", "OtherTests.ends"])
        let table = SourceFile(
            path: "README.md",
            text: "| rule | test |\n|---|---|\n| `A.b` fits | `NameTests.fits`, `OtherTests.ends` |"
        )
        #expect(Self.names(in: table).map(\.name) == ["NameTests.fits", "OtherTests.ends"])
    }

    private static func isTable(_ file: SourceFile) -> Bool {
        file.path.hasPrefix("Tests/Features/") && file.path.hasSuffix("/README.md")
    }

    /// All functions of types and extensions, as `Type.function`.
    private static func tests(in files: [SourceFile]) -> Set<String> {
        var found: Set<String> = []
        for file in files where file.path.hasPrefix("Tests/") {
            var suite = ""
            for line in file.codeLines {
                if line.first != " ", let name = typeName(in: line) {
                    suite = name
                } else if let name = word(after: "func ", in: line) {
                    found.insert("\(suite).\(name)")
                }
            }
        }
        return found
    }

    private static func typeName(in line: String) -> String? {
        for keyword in ["struct ", "class ", "extension "] {
            if let name = word(after: keyword, in: line) { return name }
        }
        return nil
    }

    private static func word(after keyword: String, in line: String) -> String? {
        guard let start = line.firstRange(of: keyword)?.upperBound else { return nil }
        let word = line[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return word.isEmpty ? nil : String(word)
    }

    /// What stands in backticks in the last column of each line of a table.
    private static func names(in file: SourceFile) -> [(name: String, line: Int)] {
        file.lines.enumerated().flatMap { index, line -> [(name: String, line: Int)] in
            let cells = line.split(separator: "|")
            guard line.hasPrefix("| "), let last = cells.last(where: { $0.contains("`") }),
                cells.count > 1
            else { return [] }
            return last.matches(of: /`([A-Za-z0-9_]+\.[A-Za-z0-9_]+)`/).map {
                (String($0.output.1), index)
            }
        }
    }
}
