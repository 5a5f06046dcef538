import CommandLineInterface
import Foundation
import NoteletAPI

/// A file with the entries of a version.
struct ConfigFile {
    /// The entries, in the order of their keys.
    let entries: [ConfigEntry]

    /// More than any version has, with every character escaped, is not read.
    private static let byteCountMax = 4 << 20

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: `CommandFailure` that says what is wrong with it.
    init(path: String) throws {
        let name = path == "-" ? "Standard input" : path
        let bytes: Data?
        do {
            let file =
                path == "-"
                ? FileHandle.standardInput
                : try FileHandle(forReadingFrom: URL(filePath: path))
            bytes = try file.read(upToCount: Self.byteCountMax)
        } catch {
            throw CommandFailure(.badData, "\(name) cannot be read.")
        }
        try self.init(bytes ?? Data(), name)
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
        entries = values.sorted { $0.key < $1.key }
            .map { ConfigEntry(key: $0.key, value: $0.value) }
    }
}
