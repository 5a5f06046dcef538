/// The text of a file of settings, to be changed as a person would: comments and order stay.
package struct SettingsText: Sendable {
    /// The text as it is.
    package private(set) var text: String
    private var file: SettingsFile
    private let path: String

    /// A section of the file, with what stands in it.
    package struct Section: Sendable {
        /// The word before the name.
        package let kind: String
        /// The name.
        package let name: String
        /// What is set in it, the last value of each name.
        package let values: [String: String]
    }

    /// Takes the text of a file; `path` is for messages.
    ///
    /// - Throws: What is wrong with it.
    package init(_ text: String, path: String) throws(SettingsFile.Failure) {
        file = try SettingsFile(text, path: path)
        self.text = text
        self.path = path
    }

    /// The sections in their order.
    package var sections: [Section] {
        file.sections.map { section in
            var values: [String: String] = [:]
            for line in section.lines { values[line.name] = line.texts.last }
            return Section(kind: section.kind, name: section.name, values: values)
        }
    }

    /// The value of a setting outside of sections; nil where it has none.
    package func value(of name: String) -> String? {
        file.lines.last { $0.name == name }?.texts.last
    }

    /// Adds a section behind all others.
    ///
    /// - Throws: What is wrong with a value.
    package mutating func add(
        _ kind: String,
        _ name: String,
        _ settings: [(name: String, value: String)]
    ) throws(SettingsFile.Failure) {
        let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
        let lines = settings.map { "\($0.name) = \($0.value)\n" }.joined()
        self = try SettingsText(text + end + "\n[\(kind) \(name)]\n" + lines, path: path)
    }

    /// Removes a section with all lines up to the next one; again is no change.
    ///
    /// Comments directly above the line that begins a section are a part of it.
    ///
    /// - Throws: Nothing: what is left of a file that could be read can be read.
    package mutating func remove(_ kind: String, _ name: String) throws(SettingsFile.Failure) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let starts = file.sections.map { Self.start(of: $0, in: lines) } + [lines.count]
        var kept = Array(lines.prefix(starts[0]))
        for (section, range) in zip(file.sections, zip(starts, starts.dropFirst()))
        where (section.kind, section.name) != (kind, name) {
            kept += lines[range.0..<range.1]
        }
        while kept.count > 1, kept.last?.isEmpty == true, kept[kept.count - 2].isEmpty {
            kept.removeLast()
        }
        let text = kept.joined(separator: "\n")
        let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
        self = try SettingsText(text + end, path: path)
    }

    /// Where a section begins, with the comments above it.
    private static func start(of section: FileSection, in lines: [Substring]) -> Int {
        let comments = lines[..<section.lineIndex].reversed().prefix { line in
            line.first { !$0.isWhitespace } == "#"
        }
        return section.lineIndex - comments.count
    }
}
