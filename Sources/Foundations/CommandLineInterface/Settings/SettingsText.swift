internal import Foundation

/// The text of a file of settings, to be changed as a person would: comments and order stay.
package struct SettingsText: Sendable {
    /// The text as it is.
    package private(set) var text: String
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
        self.text = text
        self.path = path
        _ = try SettingsFile(text, path: path)
    }

    /// The sections in their order.
    package var sections: [Section] {
        ((try? SettingsFile(text, path: path))?.sections ?? []).map { section in
            var values: [String: String] = [:]
            for line in section.lines { values[line.name] = line.texts.last }
            return Section(kind: section.kind, name: section.name, values: values)
        }
    }

    /// The value of a setting outside of sections; nil where it has none.
    package func value(of name: String) -> String? {
        (try? SettingsFile(text, path: path))?.lines.last { $0.name == name }?.texts.last
    }

    /// Adds a section behind all others.
    package mutating func add(
        _ kind: String,
        _ name: String,
        _ settings: [(name: String, value: String)]
    ) {
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
        let lines = settings.map { "\($0.name) = \($0.value)\n" }.joined()
        text += "\n[\(kind) \(name)]\n" + lines
    }

    /// Removes a section with all lines up to the next one; again is no change.
    package mutating func remove(_ kind: String, _ name: String) {
        var isInside = false
        var kept: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if trimmed.hasPrefix("[") {
                let words = trimmed.dropFirst().dropLast().split(whereSeparator: \.isWhitespace)
                isInside = words.map(String.init) == [kind, name]
            }
            if !isInside { kept.append(line) }
        }
        while kept.count > 1, kept.last?.isEmpty == true, kept[kept.count - 2].isEmpty {
            kept.removeLast()
        }
        text = kept.joined(separator: "\n")
        if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    }
}
