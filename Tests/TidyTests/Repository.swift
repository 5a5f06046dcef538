import Foundation

/// The files of the package, found from the place of this file.
struct Repository: Sendable {
    /// The package as checked out, read once for all tests.
    static let current = Repository(
        root: URL(filePath: #filePath)
            .deletingLastPathComponent()  // TidyTests
            .deletingLastPathComponent()  // Tests
            .deletingLastPathComponent()
    )

    let root: URL
    /// The Swift files of Sources, bench and Tests.
    let swiftFiles: [SourceFile]
    /// The C headers and module maps of Sources.
    let headerFiles: [SourceFile]

    init(root: URL) {
        self.root = root
        swiftFiles = Self.files(below: root, in: ["Sources", "bench", "Tests"], types: ["swift"])
        headerFiles = Self.files(below: root, in: ["Sources"], types: ["h", "c", "modulemap"])
    }

    /// The names of the folders right inside a folder.
    func folders(in path: String) -> [String] {
        let folder = root.appending(path: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { folder.appending(path: $0).hasDirectoryPathOnDisk }.sorted()
    }

    /// All Markdown files but those that a build brought.
    func markdownFiles() -> [SourceFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        let kept = names.filter { !$0.hasPrefix(".") || $0 == ".github" }
        return Self.files(below: root, in: kept, types: ["md"])
    }

    /// The files of some types below folders, or beside them, in the order of their paths.
    static func files(
        below root: URL,
        in folders: [String],
        types: Set<String>
    ) -> [SourceFile] {
        var paths: [String] = []
        for name in folders {
            let start = root.appending(path: name)
            guard start.hasDirectoryPathOnDisk else {
                paths.append(name)
                continue
            }
            let below = FileManager.default.enumerator(atPath: start.path)
            while let path = below?.nextObject() as? String { paths.append(name + "/" + path) }
        }
        return
            paths
            .filter { types.contains(URL(filePath: $0).pathExtension) }
            .sorted()
            .compactMap { SourceFile(path: $0, root: root) }
    }
}

extension URL {
    fileprivate var hasDirectoryPathOnDisk: Bool {
        (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }
}
