/// Finds the public and package declarations of a file that have no doc comment.
///
/// A declaration line starts with attributes and modifiers, holds `public`, `package` or `open`,
/// and a word such as `func` or `struct`. Extensions and overrides need no comment. The cases of
/// such an enumeration and the requirements of such a protocol count too; they are told by the
/// depth of their braces.
///
/// What `Equatable`, `Hashable`, `Comparable`, `Codable` and `CustomStringConvertible` ask for
/// needs no comment either: the standard library says what it does. Nor does what a protocol of
/// ours asks for, in an extension that says so: the requirement has the comment. `requirements` has
/// the names of what each protocol asks for.
func undocumentedDeclarations(
    in file: SourceFile,
    requirements: [Substring: Set<Substring>] = [:]
) -> [Int] {
    var result: [Int] = []
    var depth = 0
    var witnesses: Set<Substring> = []
    var members: [Int: Set<Substring>] = [:]
    for (index, line) in file.codeLines.enumerated() {
        if depth == 0 {
            witnesses = conformances(of: line).reduce(into: []) { names, name in
                names.formUnion(requirements[name] ?? [])
            }
        }
        let words = declarationWords(of: line)
        let keyword = words.first { declarationKeywords.contains($0) }
        if let keyword {
            let modifiers = words.prefix { $0 != keyword }
            let isOpen = modifiers.contains { accessWords.contains($0) }
            let isMember = words.first.map { members[depth]?.contains($0) ?? false } ?? false
            let isOverride = modifiers.contains("override")
            let isWitness = depth == 1 && declaredName(in: line).map(witnesses.contains) ?? false
            let isNew =
                !isOverride && !isWitness && !standardWitnesses.contains { line.contains($0) }
            if isOpen || isMember, isNew, !hasDocComment(above: index, in: file) {
                result.append(index)
            }
            if isOpen, keyword == "enum" { members[depth + 1] = ["case", "indirect"] }
            if isOpen, keyword == "protocol" { members[depth + 1] = declarationKeywords }
        }
        for byte in line.utf8 {
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") {
                members[depth] = nil
                depth -= 1
            }
        }
    }
    return result
}

/// The names of what the protocols of a file ask for, by the protocol.
func requirements(in file: SourceFile) -> [Substring: Set<Substring>] {
    var result: [Substring: Set<Substring>] = [:]
    var current: Substring?
    for line in file.codeLines {
        if let match = line.firstMatch(of: /\bprotocol (\w+)/) { current = match.1 }
        if line == "}" { current = nil }
        guard let current, line.hasPrefix("    "), let name = declaredName(in: line) else {
            continue
        }
        result[current, default: []].insert(name)
    }
    return result
}

/// The protocols that an extension which begins in a line states conformance to.
private func conformances(of line: String) -> [Substring] {
    guard let match = line.firstMatch(of: /^extension \w+: ([\w, ]+)/) else { return [] }
    return match.1.split { $0 == "," || $0 == " " }
}

/// The name of the function or property that a line declares.
private func declaredName(in line: String) -> Substring? {
    line.firstMatch(of: /\b(?:func|var|let) (\w+)/)?.1
}

private let declarationKeywords: Set<Substring> = [
    "func", "struct", "class", "enum", "protocol", "var", "let", "init", "actor", "typealias",
    "subscript", "case", "associatedtype", "macro",
]

private let standardWitnesses = [
    "func == (", "func < (", "func hash(into ", "var description: String",
    "func encode(to encoder", "init(from decoder",
]

private let accessWords: Set<Substring> = ["public", "package", "open"]

private let modifierWords: Set<Substring> = [
    "public", "package", "open", "static", "final", "nonisolated", "mutating", "nonmutating",
    "borrowing", "consuming", "indirect", "override", "required", "convenience", "lazy", "weak",
    "prefix", "postfix", "infix", "isolated", "unsafe", "distributed", "private(set)",
    "fileprivate(set)", "internal(set)", "package(set)", "nonisolated(unsafe)",
]

/// The modifiers and the keyword that a line begins with, attributes left out.
private func declarationWords(of line: String) -> [Substring] {
    var result: [Substring] = []
    for word in line.split(separator: " ") {
        if word.hasPrefix("@") { continue }
        if modifierWords.contains(word) {
            result.append(word)
            continue
        }
        let keyword = word.prefix { $0.isLetter }
        // `class func` and `class var`: the first word is a modifier as well.
        result.append(keyword)
        return declarationKeywords.contains(keyword) ? result : []
    }
    return []
}

private func hasDocComment(above index: Int, in file: SourceFile) -> Bool {
    for line in file.lines[..<index].reversed() {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("@") || text.hasPrefix("#") { continue }
        return text.hasPrefix("///") || text.hasSuffix("*/")
    }
    return false
}
