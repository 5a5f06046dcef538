import Foundation
import LogEngine

/// A disk as far as it was recorded: what is on stable storage, and what a power cut may take.
///
/// It knows what POSIX promises and no more. A file's content is durable after a flush of it, as
/// far as it was written before the flush began; a name is durable after a flush of its folder;
/// changes of names that were not flushed survive in order, up to some place.
struct DiskModel {
    private var nodes: [Node] = [Node(isFolder: true)]
    /// The changes of names, since the beginning of the record.
    private var nameChanges: [NameChange] = []
    private var baseNames = Names()
    /// The names as the running program sees them.
    private var presentNames = Names()
    private var nodeOfFile: [Int: Int] = [:]
    private var flushes: [Int: Flush] = [:]

    private static let root = 0

    /// A file or a folder.
    private struct Node {
        var isFolder = false
        var file = DiskFile()
    }

    /// The entries of each folder, by the numbers of nodes.
    private typealias Names = [Int: [String: Int]]

    private struct NameChange {
        enum Kind {
            case add(folder: Int, name: String, node: Int)
            case remove(folder: Int, name: String)
            case move(from: Int, name: String, to: Int, newName: String)
        }
        let kind: Kind
        var isDurable = false

        func concerns(_ folder: Int) -> Bool {
            switch kind {
            case .add(let own, _, _), .remove(let own, _): own == folder
            case .move(let from, _, let to, _): from == folder || to == folder
            }
        }
    }

    /// What a flush that has begun will have made durable.
    private struct Flush {
        let changeCount: Int
        let nameChangeCount: Int
    }

    /// A record that does not fit the disk.
    struct Impossible: Error, CustomStringConvertible {
        let description: String
    }

    /// An empty disk.
    init() {}

    /// A disk on which everything below `path` is durable; an empty one if there is nothing.
    init(path: String) throws {
        try load(path, as: Self.root)
        presentNames = baseNames
    }

    private mutating func load(_ path: String, as folder: Int) throws {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            let below = path + "/" + name
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: below, isDirectory: &isFolder)
            let node = nodes.count
            baseNames[folder, default: [:]][name] = node
            guard !isFolder.boolValue else {
                nodes.append(Node(isFolder: true))
                try load(below, as: node)
                continue
            }
            let data = try Data(contentsOf: URL(fileURLWithPath: below))
            nodes.append(Node(file: DiskFile(content: [UInt8](data))))
        }
    }

    /// Carries out one recorded call; notes of the journal concern no disk.
    mutating func apply(_ event: DiskEvent) throws(Impossible) {
        switch event {
        case .opened(let file, let path, let isCreated, let isEmptied):
            if isCreated { try addNode(path, isFolder: false) }
            let node = try self.node(at: path)
            nodeOfFile[file] = node
            if isEmptied { nodes[node].file.resize(0) }
        case .written(let file, let offset, let bytes):
            nodes[try node(of: file)].file.write(bytes, at: offset)
        case .settled(let file, let offset, let byteCount):
            nodes[try node(of: file)].file.settle(offset: offset, byteCount: byteCount)
        case .resized(let file, let byteCount):
            nodes[try node(of: file)].file.resize(byteCount)
        case .flushBegun(let file, let flush):
            let changeCount = nodes[try node(of: file)].file.changeCount
            flushes[flush] = Flush(
                changeCount: changeCount,
                nameChangeCount: nameChanges.count
            )
        case .flushEnded(let file, let number):
            guard let flush = flushes.removeValue(forKey: number) else {
                throw Impossible(description: "A flush ended that did not begin.")
            }
            finish(flush, of: try node(of: file))
        case .flushFailed(let file):
            nodes[try node(of: file)].file.forgetChanges()
        case .folderMade(let path): try addNode(path, isFolder: true)
        case .unlinked(let path), .folderRemoved(let path):
            let (folder, name) = try place(of: path)
            change(.remove(folder: folder, name: name))
        case .renamed(let path, let target):
            let (from, name) = try place(of: path)
            let (to, newName) = try place(of: target)
            change(.move(from: from, name: name, to: to, newName: newName))
        case .noted: break
        }
    }

    /// Writes what a power cut leaves into an empty folder.
    func write(_ cut: PowerCut, to path: String) throws {
        var cut = cut
        var names = baseNames
        let unflushedCount = nameChanges.count { !$0.isDurable }
        var remaining = cut.keptNames(of: unflushedCount)
        for change in nameChanges {
            if !change.isDurable {
                if remaining == 0 { continue }
                remaining -= 1
            }
            Self.carryOut(change.kind, on: &names)
        }
        try write(folder: Self.root, names, &cut, to: path)
    }

    private func write(
        folder: Int,
        _ names: Names,
        _ cut: inout PowerCut,
        to path: String
    ) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, node) in names[folder, default: [:]].sorted(by: { $0.key < $1.key }) {
            let below = path + "/" + name
            if nodes[node].isFolder {
                try write(folder: node, names, &cut, to: below)
            } else {
                try nodes[node].file.image(&cut).write(to: below)
            }
        }
    }

    // MARK: Names

    private func node(of file: Int) throws(Impossible) -> Int {
        guard let node = nodeOfFile[file] else {
            throw Impossible(description: "File \(file) was never opened.")
        }
        return node
    }

    private func node(at path: String) throws(Impossible) -> Int {
        var node = Self.root
        for name in path.split(separator: "/") {
            guard let next = presentNames[node]?[String(name)] else {
                throw Impossible(description: "There is no \(path).")
            }
            node = next
        }
        return node
    }

    private func place(of path: String) throws(Impossible) -> (folder: Int, name: String) {
        let parts = path.split(separator: "/")
        guard let name = parts.last else { throw Impossible(description: "The root has no name.") }
        let folder = try node(at: parts.dropLast().joined(separator: "/"))
        return (folder, String(name))
    }

    private mutating func addNode(_ path: String, isFolder: Bool) throws(Impossible) {
        let (folder, name) = try place(of: path)
        nodes.append(Node(isFolder: isFolder))
        change(.add(folder: folder, name: name, node: nodes.count - 1))
    }

    private mutating func change(_ kind: NameChange.Kind) {
        nameChanges.append(NameChange(kind: kind))
        Self.carryOut(kind, on: &presentNames)
    }

    private static func carryOut(_ kind: NameChange.Kind, on names: inout Names) {
        switch kind {
        case .add(let folder, let name, let node): names[folder, default: [:]][name] = node
        case .remove(let folder, let name): names[folder]?[name] = nil
        case .move(let from, let name, let to, let newName):
            guard let node = names[from]?.removeValue(forKey: name) else { return }
            names[to, default: [:]][newName] = node
        }
    }

    private mutating func finish(_ flush: Flush, of node: Int) {
        guard nodes[node].isFolder else {
            return nodes[node].file.makeDurable(before: flush.changeCount)
        }
        for index in 0..<flush.nameChangeCount where nameChanges[index].concerns(node) {
            nameChanges[index].isDurable = true
        }
    }
}

extension DiskFile.Image {
    /// Writes the file, with holes where there are only zeros.
    fileprivate func write(to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure("\(path) cannot be made") }
        defer { close(descriptor) }
        for (page, bytes) in pages where page * DiskFile.pageByteCount < byteCount {
            guard pwrite(descriptor, bytes, bytes.count, page * bytes.count) == bytes.count else {
                throw SystemFailure("\(path) cannot be written")
            }
        }
        guard ftruncate(descriptor, byteCount) == 0 else {
            throw SystemFailure("\(path) cannot be cut")
        }
    }
}
