import Foundation
import Testing

@Suite("Fuzzing")
struct FuzzingTests {
    /// The fuzzing is no part of a usual build, which would not tell.
    @Test("Each message of the contract is fuzzed")
    func messagesAreFuzzed() throws {
        let root = Repository.current.root
        let fuzzed = try #require(
            SourceFile(path: "Tests/Fuzzing/MessageTypes.swift", root: root)
        )
        let types = Set(fuzzed.codeLines.map { $0.trimmingCharacters(in: .whitespaces) })
        let contract = Repository.files(below: root, in: ["Protocol/notelet"], types: ["proto"])
        var missing: [Violation] = []
        for file in contract {
            for (line, text) in file.lines.enumerated() {
                let words = text.split(separator: " ")
                guard text.hasPrefix("message "), words.count > 1 else { continue }
                guard !types.contains("\(words[1]).self,") else { continue }
                missing.append(file.violation(line: line, "\(words[1]) is not fuzzed"))
            }
        }
        #expect(contract.count > 5)
        expectNone(missing)
    }
}
