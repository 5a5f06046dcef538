import Foundation
import Testing

@Suite("Links")
struct LinkTests {
    private let repository = Repository.current

    @Test("Each link of Markdown within the repository leads to a file, and to a heading of it")
    func linksLead() throws {
        let files = repository.markdownFiles()
        #expect(files.count > 10)
        let headings = Dictionary(uniqueKeysWithValues: files.map { ($0.path, anchors(of: $0)) })
        var count = 0
        for file in files {
            for link in links(in: file) {
                count += 1
                let parts = link.target.split(
                    separator: "#",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                let path = parts[0].isEmpty ? file.path : resolved(String(parts[0]), from: file)
                guard exists(path) else {
                    expectNone([file.violation(line: link.line, "no file \(link.target)")])
                    continue
                }
                guard parts.count == 2 else { continue }
                if headings[path]?.contains(String(parts[1])) != true {
                    expectNone([file.violation(line: link.line, "no heading \(link.target)")])
                }
            }
        }
        #expect(count > 50)
    }

    @Test("Each Markdown file that a comment names is there")
    func namedFilesAreThere() throws {
        let known = Set(repository.markdownFiles().map { $0.path.split(separator: "/").last ?? "" })
        for file in repository.swiftFiles {
            for (index, line) in file.lines.enumerated() {
                guard let comment = line.firstRange(of: "//") else { continue }
                for name in line[comment.upperBound...].matches(of: /[A-Za-z]+\.md\b/)
                where !known.contains(name.output) {
                    expectNone([file.violation(line: index, "there is no \(name.output)")])
                }
            }
        }
    }

    @Test("Links are found outside of code, and headings are named as GitHub names them")
    func linksAreFound() {
        let text = """
            # A `title`, with 2 parts: 쪽지
            See [one](a.md), [two](#b) and [three](https://example.org/x).
            ```
            [code](c.md)
            # no heading
            ```
            Not `[this](d.md)`, but [this
            one](e.md#f).
            ## Under_score - dash
            ## Twice
            ## Twice
            """
        let file = SourceFile(path: "docs/z.md", text: text)
        #expect(links(in: file).map(\.target) == ["a.md", "#b", "e.md#f"])
        #expect(links(in: file).map(\.line) == [1, 1, 7])
        #expect(
            anchors(of: file) == [
                "a-title-with-2-parts-쪽지", "under_score---dash", "twice", "twice-1",
            ]
        )
        #expect(resolved("../x/./y.md", from: file) == "x/y.md")
        #expect(resolved("y.md", from: file) == "docs/y.md")
    }

    /// The lines of a file that are no code, with their numbers, and without the code within them.
    private func prose(of file: SourceFile) -> [(line: Int, text: String)] {
        var isCode = false
        return file.lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") || line.hasPrefix("~~~") {
                isCode.toggle()
                return nil
            }
            return isCode || line.hasPrefix("    ") ? nil : (index, line)
        }
    }

    private func links(in file: SourceFile) -> [(line: Int, target: String)] {
        prose(of: file).flatMap { line, text in
            text.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map {
                (line, String($0.1))
            }
        }
        .filter { !$0.target.contains("://") && !$0.target.hasPrefix("mailto:") }
    }

    /// What headings are called in links: letters, digits and dashes, in lower case.
    private func anchors(of file: SourceFile) -> Set<String> {
        var counts: [String: Int] = [:]
        var anchors: Set<String> = []
        for (_, text) in prose(of: file) {
            guard let heading = text.firstMatch(of: /^#{1,6} +(.+)$/)?.1 else { continue }
            let name = heading.lowercased().compactMap { letter -> Character? in
                if letter == " " { return "-" }
                return letter.isLetter || letter.isNumber || "-_".contains(letter) ? letter : nil
            }
            let count = counts[String(name), default: 0]
            counts[String(name)] = count + 1
            anchors.insert(String(name) + (count == 0 ? "" : "-\(count)"))
        }
        return anchors
    }

    /// The path from the root that a link of a file means.
    private func resolved(_ target: String, from file: SourceFile) -> String {
        var parts = file.path.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: repository.root.appending(path: path).path)
    }
}
