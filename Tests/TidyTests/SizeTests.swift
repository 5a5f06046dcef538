import Testing

@Suite("Sizes")
struct SizeTests {
    static let fileLineCountMax = 400
    static let functionLineCountMax = 70
    static let columnCountMax = 100

    let files = Repository.current.swiftFiles

    @Test("The files of the package are found")
    func filesAreFound() {
        #expect(files.contains { $0.path == "Tests/TidyTests/SizeTests.swift" })
        #expect(files.contains { $0.path.hasPrefix("Sources/") })
        #expect(files.contains { $0.path.hasPrefix("bench/") })
    }

    @Test("A file has at most 400 lines, unless it is generated")
    func filesAreShort() {
        let long = files.filter { $0.lines.count > Self.fileLineCountMax && !$0.isGenerated }
        expectNone(
            long.map { file in
                file.violation(
                    line: Self.fileLineCountMax,
                    "the file has \(file.lines.count) lines, more than \(Self.fileLineCountMax)"
                )
            }
        )
    }

    @Test("A line has at most 100 columns, unless it holds an address")
    func linesAreShort() {
        expectNone(files.flatMap(longLines))
    }

    @Test("A function has at most 70 lines")
    func functionsAreShort() {
        var violations: [Violation] = []
        for file in files {
            for body in functionBodies(in: file) where body.lineCount > Self.functionLineCountMax {
                violations.append(
                    file.violation(
                        line: body.firstLine,
                        "the function has \(body.lineCount) lines, "
                            + "more than \(Self.functionLineCountMax)"
                    )
                )
            }
        }
        expectNone(violations)
    }

    @Test("Columns are letters, however many bytes and cells they take")
    func columnsAreLetters() {
        let korean = String(repeating: "쪽", count: 100)
        let file = SourceFile(
            path: "a.swift",
            text: korean + "\n" + korean + "지\n// https://example.org/" + korean
        )
        #expect(longLines(of: file).map(\.line) == [2])
    }

    @Test("Functions are measured from their first word to their closing brace")
    func functionsAreMeasured() {
        let text = """
            protocol P { func a(); init(); func b(_ c: () -> Void) }
            func short() { call { $0 } }
            func withDefault(
                _ body: () -> Void = { go() }
            ) -> Int
            where T: P {
                let text = "}"  // }
                func nested() {
                }
                return T.init()
            }
            struct S {
                init() {}
                deinit
                {
                }
            }
            """
        let bodies = functionBodies(in: SourceFile(path: "a.swift", text: text))
        #expect(bodies.map(\.firstLine) == [1, 2, 7, 12, 13])
        #expect(bodies.map(\.lineCount) == [1, 9, 2, 1, 3])
    }

    private func longLines(of file: SourceFile) -> [Violation] {
        file.lines.enumerated().compactMap { index, line in
            // A letter takes at least a byte: short lines need no counting of letters.
            guard line.utf8.count > Self.columnCountMax, line.count > Self.columnCountMax else {
                return nil
            }
            guard !line.contains("https://"), !line.contains("http://") else { return nil }
            return file.violation(
                line: index,
                "the line has \(line.count) columns, more than \(Self.columnCountMax)"
            )
        }
    }
}
