import Testing

@Suite("Forbidden words")
struct ForbiddenWordTests {
    let files = Repository.current.swiftFiles

    @Test("No file holds a word that is forbidden there", arguments: forbiddenWords)
    func wordsAreAbsent(forbidden: ForbiddenWord) {
        let files = files.filter { isSubject($0, to: forbidden.scope) }
        let headers = forbidden.scope == .product ? Repository.current.headerFiles : []
        expectNone(
            (files + headers).flatMap { file in
                occurrences(of: forbidden.word, in: file).map { line in
                    file.violation(line: line, "no '\(forbidden.word)': \(forbidden.advice)")
                }
            }
        )
    }

    @Test("Nothing is left to do later")
    func nothingIsLeftOver() {
        // Put together here, so that this file does not hold them.
        let marks = ["TO" + "DO", "FIX" + "ME"]
        expectNone(
            files.flatMap { file in
                file.lines.indices.filter { index in
                    marks.contains { mark in file.lines[index].contains(mark) }
                }.map { file.violation(line: $0, "do it, or say in words why it is not done") }
            }
        )
    }

    @Test("Each @unchecked Sendable has the guard named in the comment above it")
    func uncheckedSendableIsExplained() {
        expectNone(files.flatMap(unexplainedSendables))
    }

    @Test("The optimiser keeps its checks")
    func checksStayOn() throws {
        for path in ["Package.swift", "Makefile", ".ci/run"] {
            let file = try #require(SourceFile(path: path, root: Repository.current.root))
            let weak = "-O" + "unchecked"
            expectNone(
                file.lines.indices.filter { file.lines[$0].contains(weak) }.map {
                    file.violation(line: $0, "no \(weak): it removes the checks of the language")
                }
            )
        }
    }

    @Test(
        "Words are found in code alone, and whole",
        arguments: [
            ("try!", "let a = try! b()", true),
            ("try!", "// try! b()", false),
            ("try!", "let a = \"try!\"", false),
            ("as!", "a as! B", true),
            ("as!", "has!", false),
            ("print(", "print(1)", true),
            ("print(", "blueprint(1)", false),
            ("print(", "output.print(1)", false),
            ("MDB_NOSYNC", "flags | MDB_NOSYNC", true),
            ("MDB_NOSYNC", "MDB_NOSYNC_OTHER", false),
            ("MDB_NOSYNC", "/* MDB_NOSYNC */ 0", false),
        ]
    )
    func wordIsFound(word: String, text: String, isFound: Bool) {
        let file = SourceFile(path: "a.swift", text: text)
        #expect(occurrences(of: word, in: file).isEmpty == !isFound)
    }

    @Test("A comment explains the declaration below it, attributes between them or not")
    func explanationIsFound() {
        let text = """
            // The lock guards it.
            final class A: @unchecked Sendable {}
            final class B: @unchecked Sendable {}
            /// Doc.
            @safe
            final class C: @unchecked Sendable {}
            """
        let file = SourceFile(path: "a.swift", text: text)
        #expect(unexplainedSendables(in: file).map(\.line) == [3])
    }

    private func isSubject(_ file: SourceFile, to scope: ForbiddenWord.Scope) -> Bool {
        switch scope {
        case .everywhere: true
        case .product: !file.path.hasPrefix("Tests/")
        case .libraries: file.isInSources && !file.module.hasPrefix("notelet-")
        }
    }

    private func unexplainedSendables(in file: SourceFile) -> [Violation] {
        file.codeLines.indices.filter { index in
            guard file.codeLines[index].contains("@unchecked Sendable") else { return false }
            let above = file.lines[..<index].reversed().lazy.map { $0.drop { $0 == " " } }
            return !(above.first { !$0.hasPrefix("@") }?.hasPrefix("//") ?? false)
        }.map { file.violation(line: $0, "@unchecked Sendable without a comment on its guard") }
    }
}
