import Foundation

/// One file as its lines, once as written and once as code alone.
struct SourceFile: Sendable {
    /// The path below the root, with forward slashes.
    let path: String
    /// The lines as written.
    let lines: [String]
    /// The text with comments and the insides of strings blanked out.
    let code: String
    /// The lines of this.
    let codeLines: [String]

    init?(path: String, root: URL) {
        guard let data = try? Data(contentsOf: root.appending(path: path)) else { return nil }
        self.init(path: path, text: String(decoding: data, as: UTF8.self))
    }

    init(path: String, text: String) {
        self.path = path
        lines = Self.lines(of: text)
        code = path.hasSuffix(".md") ? text : codeOnly(text)
        codeLines = Self.lines(of: code)
    }

    /// The module that the file belongs to: the folder in a room of Sources or Tests, or right in
    /// Tests, or bench; of a feature the folder of its part.
    var module: String {
        let parts = path.split(separator: "/").map(String.init)
        if parts[0] == "bench" || parts.count < 3 { return parts[0] }
        if room == .features, parts.count > 4, let feature = Feature(folder: parts[2]) {
            return feature.name + parts[3]
        }
        return room == nil || parts.count < 4 ? parts[1] : parts[2]
    }

    /// The room that the file is in, which Sources and Tests have alike; nil for none.
    var room: Room? {
        let parts = path.split(separator: "/")
        guard parts.count > 2, ["Sources", "Tests"].contains(parts[0]) else { return nil }
        return Room(rawValue: String(parts[1]))
    }

    /// The room by whose place among the others its imports are judged: its own, but for what a
    /// feature has for programs, which stands where the clients do.
    var standing: Room? {
        let parts = path.split(separator: "/")
        let isForPrograms =
            room == .features && parts.count > 4
            && ["Client", "Commands", "OperatorCommands"].contains(parts[3])
        return isForPrograms ? .client : room
    }

    var isInSources: Bool { path.hasPrefix("Sources/") }

    /// Whether a program wrote it: nobody reads it from top to bottom.
    var isGenerated: Bool {
        path.hasPrefix("Sources/Contract/") && path.contains("/Generated/")
    }

    func violation(line index: Int, _ rule: String) -> Violation {
        Violation(path: path, line: index + 1, rule: rule)
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// One place that breaks one rule.
struct Violation: Sendable, CustomStringConvertible, Equatable {
    let path: String
    let line: Int
    let rule: String

    var description: String { "\(path):\(line): \(rule)" }
}
