import CommandLineInterface
import Cryptography
import Glibc
import LogEngine
import OperatingSystem
import Storage

/// The commands that work on the files of a store.
enum StoreCommands {
    static let store = Command(
        "store",
        summary: "Look into a store, dump, check, copy and salvage it",
        discussion: """
            What only reads works on the files of a stopped store and, as a second process and \
            without disturbing it, on those of a running server; it shows all that was \
            acknowledged when it began. Standard error says which of the two it was.
            """,
        options: [folder, keyFile],
        subcommands: [
            StatCommand.stat, DumpCommand.dump, LoadCommand.load, VerifyCommand.verify,
            CopyCommand.copy, ReadersCommand.readers, MigrateCommand.migrate,
            AcceptLossCommand.acceptLoss, SalvageCommand.salvage,
        ]
    )

    static let folder = Option<String>.required(
        "store",
        .folder,
        environment: "NOTELET_STORE",
        help: "Folder of the store."
    )
    static let keyFile = Option<String?>.optional(
        "key-file",
        .file,
        environment: "NOTELET_KEY_FILE",
        help: "File of the master key. By default the folder of the store with '.key' after its "
            + "name."
    )
}

extension CommandContext {
    /// The folder of the store, without slashes at its end.
    var storePath: String { Self.withoutFinalSlashes(self[StoreCommands.folder]) }

    /// The file of the master key.
    var keyPath: String { self[StoreCommands.keyFile] ?? storePath + ".key" }

    /// A path as it can be put together with others.
    static func withoutFinalSlashes(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Removes what commands that were killed have left beside a place, and says so.
    func removeAbandoned(beside place: String) {
        let paths = UnfinishedItem.removeAbandoned(beside: place)
        guard !paths.isEmpty else { return }
        remark("removed what a command had left that was killed: " + paths.joined(separator: ", "))
    }

    /// Opens the files of the store for reading, and says whose they are at present.
    func openFiles() throws -> StoreFiles { try openFiles(at: storePath) }

    /// Opens the files of the store in a folder as `openFiles` does.
    func openFiles(at path: String) throws -> StoreFiles {
        let files = try attempt(on: path) { () throws(StoreToolError) in
            try StoreFiles(directory: path)
        }
        if let holder = files.holder {
            remark("reading \(path) beside the server that has it open (\(holder.text))")
        } else {
            remark("reading \(path), which no server has open")
        }
        return files
    }

    /// The master key of the store.
    func masterKey() throws(CommandFailure) -> MasterKey { try masterKey(at: keyPath) }

    /// The master key in a file.
    func masterKey(at path: String) throws(CommandFailure) -> MasterKey {
        do throws(CryptographyError) {
            return try MasterKey(path: path)
        } catch {
            throw CommandFailure(.configuration, Self.explain(error, path))
        }
    }

    private static func explain(_ error: CryptographyError, _ path: String) -> String {
        switch error {
        case .keyFileExposed:
            "The key file \(path) can be read by others than its owner, or belongs to somebody "
                + "else: become its owner, and chmod 600 it."
        case .keyFileDamaged:
            "The key file \(path) does not hold a key of 32 bytes: bring it back from a backup."
        case .io(ENOENT):
            "There is no key file \(path): name the one of the store with --key-file."
        case .io(let number):
            "The key file \(path) cannot be read: \(SystemError(number))."
        case .forged, .outOfMemory:
            "The key file \(path) cannot be used: \(error)."
        }
    }

    /// How a document says what was read.
    func source(_ files: StoreFiles) -> JSON {
        guard let holder = files.holder else { return .object([("state", .string("stopped"))]) }
        return .object([
            ("state", .string("running")),
            ("process", .number(Int64(holder.processIdentifier))),
        ])
    }
}

extension StoreHolder {
    /// The process in words.
    var text: String {
        processIdentifier == 0 ? "of another container" : "process \(processIdentifier)"
    }
}
