import Foundation
import Glibc
import Testing

@Suite("Layout")
struct LayoutTests {
    static let topLevel: Set<String> = [
        "Package.swift", "Sources", "Tests", "Protocol", "bench", "README.md", "TOUR.md",
        "Makefile", "LICENSE", ".gitignore", ".swift-format", ".ci", ".git", ".github", "deploy",
    ]

    let repository = Repository.current

    @Test("The top level holds what it is meant to hold, and what git ignores")
    func topLevelIsKnown() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: repository.root.path)
        let ignored = try #require(SourceFile(path: ".gitignore", root: repository.root)).lines
        let strangers = names.filter { name in
            !Self.topLevel.contains(name) && !ignored.contains { matches(name, $0) }
        }
        expectNone(
            strangers.sorted().map {
                Violation(path: $0, line: 1, rule: "does not belong to the top level")
            }
        )
    }

    @Test("Each library module has a folder of tests")
    func testsMirrorSources() {
        let libraries = repository.folders(in: "Sources").filter { name in
            name.first?.isUppercase == true && !isSystemLibrary(name)
        }
        #expect(!libraries.isEmpty)
        let tested = Set(
            repository.swiftFiles.filter { $0.path.hasPrefix("Tests/") }.map(\.module)
        )
        expectNone(
            libraries.filter { !tested.contains($0 + "Tests") }.map {
                Violation(path: "Sources/" + $0, line: 1, rule: "Tests/\($0)Tests has no file")
            }
        )
    }

    @Test("No module holds a type of its own name")
    func modulesDoNotHideThemselves() {
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "protocol", "actor", "typealias",
        ]
        var violations: [Violation] = []
        for file in repository.swiftFiles where file.isInSources {
            for (index, line) in file.codeLines.enumerated() where line.contains(file.module) {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                let isDeclared = zip(words, words.dropFirst()).contains { keyword, name in
                    keywords.contains(keyword) && name == file.module
                }
                if isDeclared {
                    violations.append(
                        file.violation(line: index, "the type hides its module \(file.module)")
                    )
                }
            }
        }
        expectNone(violations)
    }

    @Test("No module is a placeholder")
    func modulesAreReal() {
        expectNone(
            repository.swiftFiles.filter { $0.path.hasSuffix("/Placeholder.swift") }.map {
                Violation(path: $0.path, line: 1, rule: "the file stands for nothing")
            }
        )
    }

    private func isSystemLibrary(_ name: String) -> Bool {
        repository.headerFiles.contains { $0.path.hasPrefix("Sources/\(name)/") }
    }

    /// Whether a pattern of .gitignore, without its final slash, is the name of an entry.
    private func matches(_ name: String, _ pattern: String) -> Bool {
        let pattern = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
        return fnmatch(pattern, name, 0) == 0
    }
}
