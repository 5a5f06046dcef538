import CommandLineInterface
import Foundation
import Glibc
import OperatingSystem

/// Where the store is to be, and what lies there before anything is touched.
struct StoreLocation: Sendable {
    /// The folder of the store.
    let path: String
    /// The file of its key.
    let keyPath: String
    /// When a store is made where there is none.
    let creation: StoreCreation
    /// The stores that other settings name, which this one overrides, and where they stand.
    let overridden: [PassedOverValue]
    /// The other stores that the settings name, and that may lie beside it.
    var neighbours: [String] = []
    /// Whether a store is made beside others that no setting names too, as that of an app is which
    /// has a section of its own.
    var isMadeBesideOthers = false

    /// What lies there.
    enum Contents {
        /// A store, or what a first start that was cut short left of one.
        case store
        /// Nothing, or an empty folder: a store is to be made.
        case nothing
    }

    /// Looks at what lies there, and touches nothing.
    ///
    /// - Throws: `CommandFailure` if neither a store can be opened nor one made there.
    func contents() throws(CommandFailure) -> Contents {
        let hasKey = FileManager.default.fileExists(atPath: keyPath)
        switch try folder() {
        case .store:
            guard hasKey else { throw .missingKey(self) }
            return .store
        case .begun:
            return hasKey ? .store : .nothing
        case .empty:
            try requireFirstStart(hasKey: hasKey)
            return .nothing
        }
    }

    private enum Folder {
        /// There is something to lose.
        case store
        /// A first start that was cut short got as far as the lock; there may be a key as well.
        case begun
        /// There is nothing in it, or no folder.
        case empty
    }

    private func folder() throws(CommandFailure) -> Folder {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return .empty
        }
        guard isFolder.boolValue else { throw .noFolder(self) }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .unreadable(self)
        }
        if names.contains("data") || names.contains("log") { return .store }
        if names.contains(Self.lockName) { return .begun }
        // What a file system puts into its top folder is nobody's.
        guard names.allSatisfy({ $0 == "lost+found" }) else { throw .otherContents(self) }
        return .empty
    }

    private static let lockName = "lock"

    /// Makes the folder and the lock of a store that is to be made, before its key is made.
    ///
    /// So a key beside a folder without a lock is that of a store that has gone, or whose disk is
    /// not mounted, and never that of a start that was cut short.
    ///
    /// - Throws: `CommandFailure` if the folder cannot be made or written in.
    func begin() throws(CommandFailure) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .notBegun(self, errno) }
        let folder = PlainFile.openFileOrFolder(path)
        guard folder >= 0 else { throw .notBegun(self, errno) }
        defer { close(folder) }
        let lock = PlainFile.open(path + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC)
        guard lock >= 0 else { throw .notBegun(self, errno) }
        defer { close(lock) }
        guard fsync(lock) == 0, fsync(folder) == 0 else { throw .notBegun(self, errno) }
    }

    /// Refuses to make a store where another one was probably meant.
    private func requireFirstStart(hasKey: Bool) throws(CommandFailure) {
        switch creation {
        case .always: return
        case .never: throw .missingStore(self, "--create never keeps one from being made")
        case .auto: break
        }
        if let other = overridden.first(where: { !isSamePlace($0.texts.last ?? "") }) {
            let text = other.texts.last ?? ""
            throw .missingStore(self, "\(other.origin) names another one, \(text)")
        }
        if hasKey {
            throw .missingStore(self, "there is a key for one, \(keyPath)")
        }
        if !isMadeBesideOthers, let neighbour = neighbour() {
            throw .missingStore(self, "beside it there is one, \(neighbour)")
        }
    }

    private func isSamePlace(_ other: String) -> Bool {
        URL(fileURLWithPath: other).standardized == URL(fileURLWithPath: path).standardized
    }

    /// Another store in the folder that this one is to be in, which no setting names: perhaps the
    /// one that was meant.
    func neighbour() -> String? {
        let folder = URL(fileURLWithPath: path).standardized.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let known = Set(neighbours.map { URL(fileURLWithPath: $0).standardized.path })
        return names.sorted().lazy.map { folder.appending(path: $0).path }.first { other in
            !known.contains(other)
                && FileManager.default.fileExists(atPath: other + "/data/data.mdb")
                && FileManager.default.fileExists(atPath: other + "/" + Self.lockName)
        }
    }
}

extension CommandFailure {
    fileprivate static func noFolder(_ location: StoreLocation) -> CommandFailure {
        CommandFailure(
            .configuration,
            "\(location.path) is a file, and a store is a folder: name another place with --store."
        )
    }

    fileprivate static func unreadable(_ location: StoreLocation) -> CommandFailure {
        CommandFailure(
            .configuration,
            "The folder \(location.path) cannot be read: run the server as its owner, or name "
                + "another one with --store."
        )
    }

    fileprivate static func notBegun(
        _ location: StoreLocation,
        _ errorNumber: Int32
    ) -> CommandFailure {
        let reason =
            errorNumber == ENOENT
            ? "the folder that it is to be in is not there: make it"
            : "\(SystemError(errorNumber)): set that right"
        return CommandFailure(
            .configuration,
            "No store can be made in \(location.path), since \(reason), or name another place with "
                + "--store."
        )
    }

    fileprivate static func otherContents(_ location: StoreLocation) -> CommandFailure {
        CommandFailure(
            .configuration,
            "The folder \(location.path) holds other things and no store: name one that is empty, "
                + "or not there yet, with --store."
        )
    }

    fileprivate static func missingKey(_ location: StoreLocation) -> CommandFailure {
        CommandFailure(
            .configuration,
            "There is a store in \(location.path) and no key file \(location.keyPath): bring the "
                + "key back, or name it with --key-file."
        )
    }

    fileprivate static func missingStore(
        _ location: StoreLocation,
        _ reason: String
    ) -> CommandFailure {
        CommandFailure(
            .configuration,
            "There is no store in \(location.path), and \(reason). Name the right one with "
                + "--store, or give --create always to make a new one. Nothing was written."
        )
    }
}

/// When a server makes a store where there is none.
enum StoreCreation: String, CaseIterable, Sendable {
    /// Unless something tells that another store was meant.
    case auto
    /// In any case.
    case always
    /// Not at all: what is not there is missing.
    case never
}

extension ServerCommand.Options {
    static let create = Option<StoreCreation>(
        "create",
        .choice("WHEN"),
        default: "auto",
        environment: "NOTELET_CREATE",
        help: "When to make a store where there is none: always, never, or unless another one was "
            + "probably meant, since a setting that this one overrides names it, it lies in the "
            + "same folder, or there is a key whose store has gone."
    )
}
