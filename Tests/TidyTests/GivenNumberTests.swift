import Testing

/// Numbers that features give out for good, each beside what it is for: no two are the same.
@Suite("Given numbers")
struct GivenNumberTests {
    @Test("No number is given out twice", arguments: ["KeyPurpose", "SharedFeed.Kind"])
    func eachIsGivenOnce(type: String) throws {
        let given = Self.numbers(of: type, in: Repository.current.swiftFiles.filter(\.isInSources))
        #expect(!given.isEmpty)
        for (number, places) in given {
            #expect(places.count == 1, "\(type) \(number) is given out at \(places)")
        }
    }

    @Test("A number that is given out twice is found")
    func twiceIsFound() {
        let file = SourceFile(
            path: "Sources/A.swift",
            text: "let a = Kind(rawValue: 7)\nlet b = Kind(rawValue: 8)\nlet c = Kind(rawValue: 7)"
        )
        #expect(Self.numbers(of: "Kind", in: [file]).mapValues(\.count) == [7: 2, 8: 1])
    }

    /// Where each number of a type is given out.
    private static func numbers(of type: String, in files: [SourceFile]) -> [Int: [Violation]] {
        let beginning = type + "(rawValue: "
        var given: [Int: [Violation]] = [:]
        for file in files {
            for (index, line) in file.codeLines.enumerated() {
                guard let start = line.firstRange(of: beginning)?.upperBound,
                    let number = Int(line[start...].prefix { $0.isNumber })
                else { continue }
                given[number, default: []].append(file.violation(line: index, "given out"))
            }
        }
        return given
    }
}
