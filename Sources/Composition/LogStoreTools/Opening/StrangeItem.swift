internal import Glibc
internal import LMDB
internal import LogEngine
package import OperatingSystem
internal import Storage
internal import StoreTools

/// Something that lies where a store, or an archive of its log, has a file or a folder.
package struct StrangeItem: Sendable, Equatable {
    /// Where it lies.
    package let path: String
    /// What it is.
    package let kind: PlainFile.Kind
    /// Whether a folder belongs there, and not a plain file.
    package let belongsToFolder: Bool

    /// What is wrong and what helps, in one sentence.
    package var explanation: String {
        let right = belongsToFolder ? "a folder" : "a plain file"
        return "\(path) is a \(kind), and \(right) belongs there: move it away, or name another "
            + "place."
    }

    /// Looks at a path; nil if nothing lies there, or what belongs there.
    package init?(at path: String, whereFolderBelongs: Bool = false) {
        guard let kind = PlainFile.kind(at: path), kind != (whereFolderBelongs ? .folder : .file)
        else { return nil }
        self.path = path
        self.kind = kind
        belongsToFolder = whereFolderBelongs
    }

    /// Looks at all files of a store; nil if each is as it should be, or missing.
    package static func first(inStore directory: String) -> StrangeItem? {
        let files = EngineFiles.files + [LivedFile.name, ErasureFile.name]
        return EngineFiles.folders.lazy
            .compactMap { StrangeItem(at: directory + "/" + $0, whereFolderBelongs: true) }.first
            ?? files.lazy.compactMap { StrangeItem(at: directory + "/" + $0) }.first
    }

    /// Refuses a store of which something is strange, for the tools.
    ///
    /// - Throws: `.system` with its path.
    static func requireNone(inStore directory: String) throws(StoreToolError) {
        if let item = first(inStore: directory) {
            throw .system(path: item.path, SystemError.notPlainFile.number)
        }
    }

    /// Looks at all files of an archive; nil if each is as it should be, or missing.
    package static func first(inArchive directory: String) -> StrangeItem? {
        if let item = StrangeItem(at: directory, whereFolderBelongs: true) { return item }
        let names = (try? FileSystem.names(in: directory)) ?? []
        return names.filter { $0 == ErasureFile.name || ArchivedFileName($0) != nil }.sorted().lazy
            .compactMap { StrangeItem(at: directory + "/" + $0) }.first
    }
}
