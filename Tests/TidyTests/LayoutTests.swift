import Foundation
import Glibc
import Testing

@Suite("Layout")
struct LayoutTests {
    static let topLevel: Set<String> = [
        "Package.swift", "Sources", "Tests", "Protocol", "bench", "README.md", "Makefile",
        "LICENSE", ".gitignore", ".swift-format", ".ci", ".git", ".github", "deploy",
    ]

    /// The folder of the foundations that holds the module maps of C libraries.
    private static let systemLibraries = "C"

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
        let features = Set(Feature.all.map(\.folder))
        let libraries = Room.allCases.flatMap { room in
            repository.folders(in: "Sources/\(room.rawValue)")
                .filter { $0.first?.isUppercase == true && $0 != Self.systemLibraries }
                .map { "\(room.rawValue)/\($0)" }
                .flatMap { folder in
                    features.contains { folder == "\(Room.features.rawValue)/\($0)" }
                        ? repository.folders(in: "Sources/\(folder)").map { "\(folder)/\($0)" }
                        : [folder]
                }
        }
        #expect(libraries.count > Room.allCases.count)
        let tested = repository.swiftFiles.map(\.path)
        expectNone(
            libraries.filter { library in
                !tested.contains { $0.hasPrefix("Tests/\(library)Tests/") }
            }.map {
                Violation(path: "Sources/" + $0, line: 1, rule: "Tests/\($0)Tests has no file")
            }
        )
    }

    @Test("Features are those of the manifest, each once, and that of who calls is the first")
    func featuresAreFound() {
        let text =
            "Feature(\n \"B\", and: x), Feature(\"A\", folder: \"C\"), Feature(\"B\"), "
            + "Features(\"C\")"
        let listed = Feature.listed(in: text)
        #expect(listed.map(\.name) == ["B", "A"])
        #expect(listed.map(\.folder) == ["Bs", "C"])
        #expect(Feature.all.first?.name == Feature.accounts.name)
        #expect(Feature.all.count > 1)
    }

    @Test("Sources has its rooms, and each has modules")
    func roomsAreKnown() {
        #expect(Set(repository.folders(in: "Sources")) == Set(Room.allCases.map(\.rawValue)))
        for room in Room.allCases {
            #expect(!repository.folders(in: "Sources/\(room.rawValue)").isEmpty)
        }
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

    /// Whether a pattern of .gitignore, without its final slash, is the name of an entry.
    private func matches(_ name: String, _ pattern: String) -> Bool {
        let pattern = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
        return fnmatch(pattern, name, 0) == 0
    }
}
