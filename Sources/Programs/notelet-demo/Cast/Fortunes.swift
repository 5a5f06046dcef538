import CommandLineInterface
import Foundation

/// Real short texts, all different: the sayings that Debian's `fortunes` packages bring.
struct Fortunes: Sendable {
    /// As many as were asked for, from all over the collection.
    let texts: [String]
    /// How many there are to choose from.
    let availableCount: Int

    private static let folder = "/usr/share/games/fortunes"
    /// What a note may have, in characters and in bytes.
    private static let characterCountMax = 2_000
    private static let byteCountMax = 8 << 10

    /// Reads all files and takes texts at even distances.
    ///
    /// - Throws: `CommandFailure` if there are not enough.
    static func load(count: Int) throws -> Fortunes {
        var seen: Set<String> = []
        let texts = try fileNames().flatMap(entries).filter { seen.insert($0).inserted }
        guard texts.count >= count else {
            throw CommandFailure(
                .unreachable,
                "There are \(texts.count) short texts in \(folder) and the demo sends \(count): "
                    + "`make demo` installs the Debian packages fortunes and fortunes-min."
            )
        }
        let chosen = (0..<count).map { texts[$0 * texts.count / count] }
        return Fortunes(texts: chosen, availableCount: texts.count)
    }

    /// The files of texts; beside each are an index (.dat) and a second name (.u8).
    private static func fileNames() throws -> [String] {
        // A folder that is not there has no files.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasSuffix(".dat") && !$0.hasSuffix(".u8") }.sorted()
    }

    private static func entries(of name: String) throws -> [String] {
        let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split(separator: "%")
            .map { trimmed($0.joined(separator: "\n")) }
            .filter { $0.utf8.count <= byteCountMax }
            .filter { (1...characterCountMax).contains($0.count) }
    }

    /// The text without white space at its ends, as the service keeps it.
    private static func trimmed(_ text: String) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}
