/// A word that must not occur, where it must not, and what to do instead.
struct ForbiddenWord: Sendable {
    let word: String
    let scope: Scope
    let advice: String

    enum Scope: Sendable {
        /// Code of Sources, bench and Tests.
        case everywhere
        /// Code of Sources and bench.
        case product
        /// Code of the library modules of Sources.
        case libraries
    }
}

let forbiddenWords: [ForbiddenWord] = [
    ForbiddenWord(word: "try!", scope: .everywhere, advice: "throw the error on, or handle it"),
    ForbiddenWord(word: "as!", scope: .everywhere, advice: "cast with 'as?' and handle nil"),
    ForbiddenWord(
        word: "fatalError(",
        scope: .everywhere,
        advice: "throw for bad input; preconditionFailure with a sentence for a bug"
    ),
    ForbiddenWord(word: "print(", scope: .libraries, advice: "libraries do not write output"),
    ForbiddenWord(word: "MDB_NOSYNC", scope: .product, advice: durability),
    ForbiddenWord(word: "MDB_NOMETASYNC", scope: .product, advice: durability),
    ForbiddenWord(word: "MDB_MAPASYNC", scope: .product, advice: durability),
    ForbiddenWord(word: "MDB_WRITEMAP", scope: .product, advice: "a stray write would reach disk"),
    ForbiddenWord(word: "MDB_NOMEMINIT", scope: .product, advice: "old memory would reach disk"),
    ForbiddenWord(word: "MDB_NOLOCK", scope: .product, advice: "other processes could corrupt it"),
]

private let durability = "an acknowledged write must survive a power loss"

/// Finds a word in the code of a file; `print(` is not found in `blueprint(` or `.print(`.
func occurrences(of word: String, in file: SourceFile) -> [Int] {
    // Nearly all files end here.
    guard file.code.contains(word) else { return [] }
    return file.codeLines.indices.filter { contains(word, file.codeLines[$0]) }
}

private func contains(_ word: String, _ line: String) -> Bool {
    line.ranges(of: word).contains { range in
        let before = line[..<range.lowerBound].last
        let after = line[range.upperBound...].first
        let endsInside = word.last.map(isWordLetter) ?? false
        return !(before.map { isWordLetter($0) || $0 == "." } ?? false)
            && !(endsInside && (after.map(isWordLetter) ?? false))
    }
}

private func isWordLetter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
}
