import Testing

@Suite("Documentation")
struct DocumentationTests {
    @Test("Each public and package declaration of Sources has a doc comment")
    func declarationsAreDocumented() {
        let sources = Repository.current.swiftFiles.filter(\.isInSources)
        let asked = sources.map(requirements).reduce(into: [:]) { all, some in
            all.merge(some) { $0.union($1) }
        }
        expectNone(
            sources.flatMap { file in
                undocumentedDeclarations(in: file, requirements: asked).map {
                    file.violation(line: $0, "a public or package declaration has no doc comment")
                }
            }
        )
    }

    @Test("Each Markdown file has one heading of the first level")
    func markdownHasOneTitle() {
        for file in Repository.current.markdownFiles() {
            let titles = titleLines(of: file)
            if titles.isEmpty { expectNone([file.violation(line: 0, "no heading '# …'")]) }
            expectNone(
                titles.dropFirst().map { file.violation(line: $0, "a second heading '# …'") }
            )
        }
    }

    @Test("Declarations without a doc comment are found, others are not")
    func declarationIsFound() {
        let text = """
            package struct A {
                let inside = 1
                package let b = 1
                /// Doc.
                @inlinable
                package static func c() { let package = 1 }
                package private(set) var d = 1
                @discardableResult package func e() {}
                override package func f() {}
                package init() {}
                package static func == (a: A, b: A) -> Bool { true }
            }
            package extension A {}
            package import Domain
            /// Doc.
            package enum E {
                case one
                /// Doc.
                case two
                func g() {
                    switch self {
                    case one: break
                    }
                }
            }
            enum Quiet { case one }
            /// Doc.
            package protocol P {
                func h()
                /// Doc.
                var i: Int { get }
            }
            """
        let file = SourceFile(path: "a.swift", text: text)
        #expect(undocumentedDeclarations(in: file).map { $0 + 1 } == [1, 3, 7, 8, 10, 17, 29])
    }

    @Test("What a protocol asks for needs no comment where an extension says so")
    func requirementIsDocumentedOnce() {
        let text = """
            /// Doc.
            package protocol P {
                /// Doc.
                func asked()
            }
            extension A: P {
                package func asked() {}
                package func another() {}
            }
            extension A {
                package func asked() {}
            }
            """
        let file = SourceFile(path: "a.swift", text: text)
        let found = undocumentedDeclarations(in: file, requirements: requirements(in: file))
        #expect(found.map { $0 + 1 } == [8, 11])
    }

    @Test("Headings inside of code do not count")
    func codeHoldsNoTitle() {
        let text = "# Title\n```sh\n# comment\n```\n## Part\n# Second\n"
        #expect(titleLines(of: SourceFile(path: "a.md", text: text)) == [0, 5])
    }

    private func titleLines(of file: SourceFile) -> [Int] {
        var isCode = false
        return file.lines.indices.filter { index in
            let line = file.lines[index]
            if line.hasPrefix("```") || line.hasPrefix("~~~") { isCode.toggle() }
            return !isCode && line.hasPrefix("# ")
        }
    }
}
