package import Foundation

/// The folder Protocol of the repository, against which the contract is tested.
package enum ProtocolFolder {
    /// Where it is.
    package static let url = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../Protocol").standardizedFileURL

    /// Google's implementation of its messages.
    package static let peer = PythonPeer(protoDirectory: url)

    /// The .proto files of the contract, as they are imported: `notelet/v1/contacts.proto`.
    package static let contractFiles: [String] = {
        let paths = FileManager.default.enumerator(atPath: url.appending(path: "notelet").path)
        return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".proto") }
            .map { "notelet/" + $0 }.sorted()
    }()

    /// The packages of the contract with applications: of what all features share, and of each
    /// that has its own.
    package static let applicationPackages = packages.filter {
        !administrationPackages.contains($0)
    }

    /// The packages of what operators ask.
    package static let administrationPackages = packages.filter { $0.contains(".admin.") }

    private static let packages = Set(
        contractFiles.map { file in
            file.split(separator: "/").dropLast().joined(separator: ".")
        }
    ).sorted()

    /// The text of one of its files.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    }

    /// The documents of the contract: of what all features share first, then of each further one.
    package static let documents: [String] = {
        let paths = FileManager.default.enumerator(atPath: url.appending(path: "notelet").path)
        let names = paths?.compactMap { $0 as? String } ?? []
        let own = names.filter { $0.hasSuffix("/README.md") }.map { "notelet/" + $0 }
        return ["PROTOCOL.md"] + own.sorted()
    }()

    /// The rows of the table of a document behind a mark, without its head.
    package static func table(
        under mark: String,
        in document: String = "PROTOCOL.md"
    ) throws -> [[String]] {
        let parts = try text(document).components(separatedBy: "<!-- \(mark) -->\n")
        guard parts.count == 2 else { return [] }
        return parts[1].components(separatedBy: "\n").prefix { $0.hasPrefix("|") }.dropFirst(2)
            .map { row in
                row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            }
    }
}
