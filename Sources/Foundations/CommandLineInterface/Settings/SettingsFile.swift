internal import Glibc
internal import OperatingSystem

/// A file of settings: a line `name = value` for each, by the long names of options.
///
/// Spaces around names and values do not count, nor do empty lines and lines that begin with `#`.
/// A value goes to the end of its line and is taken as it is. A setting that takes several values
/// has a line for each. A line such as `[app letters]` begins a section.
package struct SettingsFile: Sendable {
    private let path: String
    let lines: [FileSetting]
    /// The sections in their order.
    let sections: [FileSection]

    /// Gives the text of the file at a path.
    package typealias Reader = @Sendable (String) throws(Failure) -> String

    /// What is wrong with a file, in one line without a full stop.
    package struct Failure: Error, Sendable, Equatable {
        /// Which file and line, what is wrong, and what would be right.
        package let message: String

        /// Says what is wrong.
        package init(_ message: String) {
            self.message = message
        }
    }

    /// Longer files hold something else.
    private static let byteCountMax = 1 << 20

    /// Reads the lines of a file; `path` is for messages.
    package init(_ text: String, path: String) throws(Failure) {
        self.path = path
        var lines: [FileSetting] = []
        var sections: [FileSection] = []
        let split = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in split.enumerated() {
            let line = line.trimmed
            guard let first = line.first, first != "#" else { continue }
            let place = "\(path):\(index + 1)"
            if first == "[" {
                sections.append(try FileSection(line, at: index, place: place))
            } else if sections.isEmpty {
                lines.append(try FileSetting(line, place: place))
            } else {
                sections[sections.count - 1].lines.append(try FileSetting(line, place: place))
            }
        }
        self.lines = lines
        self.sections = sections
    }

    /// Returns the settings outside of sections by name.
    ///
    /// A name that is no setting is an error: a misspelt one must not be passed over in silence.
    func settings(of parameters: [Parameter]) throws(Failure) -> [String: FileSetting] {
        try Self.settings(of: parameters, in: lines)
    }

    /// Returns settings by name, the values of each gathered in their order.
    static func settings(
        of parameters: [Parameter],
        in lines: [FileSetting]
    ) throws(Failure) -> [String: FileSetting] {
        var result: [String: FileSetting] = [:]
        for line in lines {
            guard let parameter = parameters.first(where: { $0.name == line.name }) else {
                throw unknown(line, among: parameters)
            }
            if let earlier = result[line.name], !parameter.isRepeated {
                throw Failure(
                    "\(line.place): '\(line.name)' takes one value and has one at \(earlier.place)"
                )
            }
            result[line.name, default: line.withoutValues].texts += line.texts
        }
        return result
    }

    private static func unknown(_ line: FileSetting, among parameters: [Parameter]) -> Failure {
        var message = "\(line.place): unknown setting '\(line.name)'"
        if let nearest = nearestWord(to: line.name, among: parameters.map(\.name)) {
            message += "; did you mean '\(nearest)'?"
        }
        return Failure(message)
    }

    /// Reads the text of the file at a path.
    package static func text(ofFile path: String) throws(Failure) -> String {
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw unreadable(path, errno)
            }
            bytes += chunk[..<count]
            guard bytes.count <= byteCountMax else {
                throw Failure("\(path): a file of settings has at most \(byteCountMax) bytes")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            throw Failure("\(path): a file of settings is text in UTF-8")
        }
        return text
    }

    private static func unreadable(_ path: String, _ number: Int32) -> Failure {
        Failure("\(path) cannot be read: \(SystemError(number))")
    }
}

/// A section of a file.
struct FileSection: Sendable, Equatable {
    let kind: String
    let name: String
    /// The line that begins it, counted from 0.
    let lineIndex: Int
    /// The same as "path:line".
    let place: String
    fileprivate(set) var lines: [FileSetting] = []

    /// Reads the line that begins it.
    fileprivate init(
        _ line: Substring,
        at index: Int,
        place: String
    ) throws(SettingsFile.Failure) {
        let words = line.dropFirst().dropLast().split(whereSeparator: \.isWhitespace)
        guard line.last == "]", words.count == 2 else {
            throw SettingsFile.Failure("\(place): '\(line)' begins no section; write '[kind name]'")
        }
        kind = String(words[0])
        name = String(words[1])
        lineIndex = index
        self.place = place
    }
}

/// One setting of a file.
struct FileSetting: Sendable, Equatable {
    /// The long name of the option without dashes.
    let name: String
    /// The values as written; several for a repeated option.
    var texts: [String]
    /// Where the first value stands, as "path:line".
    let place: String

    /// Reads a line.
    fileprivate init(_ line: Substring, place: String) throws(SettingsFile.Failure) {
        guard let sign = line.firstIndex(of: "=") else {
            throw SettingsFile.Failure("\(place): '\(line)' is no setting; write 'name = value'")
        }
        name = String(line[..<sign].trimmed)
        let text = String(line[line.index(after: sign)...].trimmed)
        guard !text.isEmpty else {
            throw SettingsFile.Failure(
                "\(place): '\(name)' has no value; give it one, or begin the line with '#'"
            )
        }
        texts = [text]
        self.place = place
    }

    /// The same setting, to gather values in.
    fileprivate var withoutValues: FileSetting {
        var result = self
        result.texts = []
        return result
    }
}

extension Substring {
    /// The text without the spaces around it.
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex
        return start[..<end]
    }
}
