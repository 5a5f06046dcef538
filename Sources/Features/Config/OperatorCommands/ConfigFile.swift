import CommandLineInterface
import Foundation
import NoteletAPI

/// A file with the entries of a version.
struct ConfigFile {
    /// The entries, in the order of their keys.
    let entries: [ConfigEntry]

    /// Reads a file; `-` is standard input.
    ///
    /// More than any version has, with every character escaped, is not read.
    ///
    /// - Throws: `CommandFailure` that says what is wrong with it.
    init(path: String) throws(CommandFailure) {
        let name = path == "-" ? "Standard input" : path
        try self.init(InputFile(path: path, byteCountMax: 4 << 20).content, name)
    }

    /// Reads what a file of a name holds.
    ///
    /// - Throws: `CommandFailure` that says what is wrong with it.
    init(_ bytes: Data, _ name: String) throws(CommandFailure) {
        guard let values = try? JSONDecoder().decode([String: String].self, from: bytes) else {
            throw CommandFailure(
                .badData,
                "\(name) is no object of JSON whose values are all texts, such as "
                    + "{\"welcome.title\": \"Hello\", \"max_items\": \"20\"}."
            )
        }
        if let key = Self.repeatedKey(in: bytes) {
            throw CommandFailure(.badData, "\(name) has the key '\(key.terminalSafe)' twice.")
        }
        entries = values.sorted { $0.key < $1.key }
            .map { ConfigEntry(key: $0.key, value: $0.value) }
    }

    /// The first key that is there again, of an object whose values are all texts.
    ///
    /// Reading it as a dictionary keeps one of the two values, without a word about the other.
    private static func repeatedKey(in object: Data) -> String? {
        var (keys, isKey) = (Set<String>(), true)
        var rest = object[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "\"")),
            let end = endOfText(in: rest[(start + 1)...])
        {
            if isKey, let key = try? JSONDecoder().decode(String.self, from: rest[start...end]),
                !keys.insert(key).inserted
            {
                return key
            }
            isKey.toggle()
            rest = rest[(end + 1)...]
        }
        return nil
    }

    /// Where the quotation mark is that ends a text; one behind a backslash belongs to the text.
    private static func endOfText(in text: Data) -> Data.Index? {
        var isEscaped = false
        return text.firstIndex { byte in
            if isEscaped {
                isEscaped = false
                return false
            }
            isEscaped = byte == UInt8(ascii: "\\")
            return byte == UInt8(ascii: "\"")
        }
    }
}
