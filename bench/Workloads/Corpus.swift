import CommandLineInterface
import Foundation

/// The texts that notes are made of.
struct Corpus: Sendable {
    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    /// The longest note that the service takes, in characters and in bytes.
    private static let characterCountMax = 2000
    private static let byteCountMax = 8 * 1024

    /// A corpus of one text of a given length: words, so that trimming takes nothing away.
    init(generatedByteCount byteCount: Int) {
        let words = Array("A note that somebody left for you. ".utf8)
        var text = (0..<byteCount).map { words[$0 % words.count] }
        if text.last == UInt8(ascii: " ") { text[text.count - 1] = UInt8(ascii: ".") }
        bytes = text
        ranges = [0..<text.count]
    }

    /// The texts in the text of a file.
    ///
    /// Lines of a single `%` part the texts, as in the files of `fortune`; without such lines,
    /// empty lines do; and without these, each line is a text. What no note may be, for being empty
    /// or too long, is passed over.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - spareByteCount: How much shorter than the longest note the texts stay.
    init(parting text: String, spareByteCount: Int = 0) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var texts: [Substring]
        if lines.contains("%") {
            texts = Corpus.parted(text, lines) { $0 == "%" }
        } else if lines.dropLast().contains(where: \.isEmpty) {
            texts = Corpus.parted(text, lines, \.isEmpty)
        } else {
            texts = lines
        }
        texts = texts.map { $0.trimmed }.filter { text in
            !text.isEmpty && text.utf8.count <= Corpus.byteCountMax - spareByteCount
                && text.count <= Corpus.characterCountMax - spareByteCount
        }
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for text in texts {
            let start = bytes.count
            bytes += text.utf8
            ranges.append(start..<bytes.count)
        }
        self.bytes = bytes
        self.ranges = ranges
    }

    /// Reads a file.
    init(path: String, spareByteCount: Int) throws {
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(data: data, encoding: .utf8)
        else { throw CommandFailure(.inputOutput, "The corpus \(path) cannot be read as UTF-8.") }
        self.init(parting: text, spareByteCount: spareByteCount)
        guard count > 0 else {
            throw CommandFailure(.badData, "The corpus \(path) has no text that a note can be.")
        }
    }

    /// How many texts there are.
    var count: Int { ranges.count }

    /// The length of the longest text.
    var byteCountMax: Int { ranges.map(\.count).max() ?? 0 }

    /// Lends the UTF-8 of a text.
    @inline(__always)
    func withText<Value>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let range = ranges[index]
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// A text by its index.
    func text(at index: Int) -> String {
        String(decoding: bytes[ranges[index]], as: UTF8.self)
    }

    /// Joins the lines between those that part texts.
    private static func parted(
        _ text: String,
        _ lines: [Substring],
        _ isMark: (Substring) -> Bool
    ) -> [Substring] {
        lines.split(whereSeparator: isMark).map { part in
            guard let first = part.first, let last = part.last else { return "" }
            return text[first.startIndex..<last.endIndex]
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
