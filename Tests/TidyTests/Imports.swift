/// One import of a file.
struct Import: Equatable {
    /// The module, without the submodule or declaration that may follow.
    let module: String
    /// The index of the line.
    let line: Int
}

/// Finds the imports of a file: lines of attributes, an access level, `import` and a module.
func imports(of file: SourceFile) -> [Import] {
    let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    var result: [Import] = []
    for (line, text) in file.codeLines.enumerated() {
        let words = text.split(separator: " ")
        guard let position = words.firstIndex(of: "import") else { continue }
        let isImport = words[..<position].allSatisfy { word in
            word.hasPrefix("@") || word.allSatisfy { $0.isLowercase }
        }
        guard isImport, position + 1 < words.count else { continue }
        let named = kinds.contains(words[position + 1]) ? position + 2 : position + 1
        guard named < words.count, let module = words[named].split(separator: ".").first else {
            continue
        }
        result.append(Import(module: String(module), line: line))
    }
    return result
}

/// Returns a way through the graph that ends where it began, if there is one.
func circle(in graph: [String: Set<String>]) -> [String]? {
    var finished: Set<String> = []
    for start in graph.keys.sorted() {
        if let found = circle(from: start, in: graph, path: [], finished: &finished) {
            return found
        }
    }
    return nil
}

private func circle(
    from module: String,
    in graph: [String: Set<String>],
    path: [String],
    finished: inout Set<String>
) -> [String]? {
    if let first = path.firstIndex(of: module) { return path[first...] + [module] }
    if finished.contains(module) { return nil }
    for next in graph[module, default: []].sorted() {
        if let found = circle(from: next, in: graph, path: path + [module], finished: &finished) {
            return found
        }
    }
    finished.insert(module)
    return nil
}
