import CommandLineInterface
import Cryptography
import Foundation
import NoteletService
import Storage

/// Opens the master key and the store, and says in one line why it cannot.
enum StoreOpening {
    /// The key of the installation; a new one where there is neither key nor store.
    static func masterKey(
        at path: String,
        for storePath: String
    ) throws(CommandFailure) -> MasterKey {
        try requireFolder(storePath)
        do throws(CryptographyError) {
            if FileManager.default.fileExists(atPath: path) { return try MasterKey(path: path) }
            guard FileManager.default.fileExists(atPath: storePath) else {
                return try MasterKey.create(path: path)
            }
        } catch {
            throw CommandFailure(.configuration, explain(error, path))
        }
        throw CommandFailure(
            .configuration,
            "There is a store in \(storePath) and no key file \(path): bring the key back, or name "
                + "it with --key-file."
        )
    }

    /// Refuses a path where something else than a folder is; where nothing is, a store is made.
    private static func requireFolder(_ storePath: String) throws(CommandFailure) {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: storePath, isDirectory: &isFolder)
        guard !isThere || isFolder.boolValue else {
            throw CommandFailure(
                .configuration,
                "\(storePath) is a file, and a store is a folder: name another place with --store."
            )
        }
    }

    /// The store, made if it does not exist; `reportArchive` hears how the archive of its log goes,
    /// and `stop` ends the process if its disk fails.
    static func open(
        _ configuration: Configuration,
        _ key: MasterKey,
        reportArchive: @escaping @Sendable (LogArchiveNews) -> Void,
        stop: @escaping @Sendable (_ reason: String) -> Void
    ) throws(CommandFailure) -> RecordStore {
        let path = configuration.storePath
        do throws(StoreOpenError) {
            return try RecordStore.open(
                directory: path,
                masterKey: key,
                now: SystemClock().now(),
                mapByteCount: Int(configuration.mapByteCount),
                writeBufferByteCount: Int(configuration.writeBufferByteCount),
                logArchive: configuration.logArchivePath.map { path in
                    LogArchive(directory: path, report: reportArchive)
                },
                stop: stop
            )
        } catch {
            throw explain(error, path, configuration.keyPath)
        }
    }

    private static func explain(
        _ error: CryptographyError,
        _ path: String
    ) -> String {
        switch error {
        case .keyFileExposed:
            "The key file \(path) can be read by others than its owner: chmod 600 it, and change "
                + "the key if somebody may have seen it."
        case .keyFileDamaged:
            "The key file \(path) does not hold a key of 32 bytes: bring it back from a backup."
        case .io(ENOENT):
            "There is no folder for the key file \(path): make it, or name another one with "
                + "--store or --key-file."
        case .io(let number):
            "The key file \(path) cannot be used: \(String(cString: strerror(number)))."
        case .forged, .outOfMemory:
            "The key file \(path) cannot be used: \(error)."
        }
    }

    private static func explain(
        _ error: StoreOpenError,
        _ path: String,
        _ keyPath: String
    ) -> CommandFailure {
        switch error {
        case .newerSchema(let found, let supported):
            CommandFailure(
                .configuration,
                "The store in \(path) has schema version \(found), this server knows up to "
                    + "\(supported): run a newer one. Nothing was written."
            )
        case .wrongMasterKey:
            CommandFailure(
                .configuration,
                "The store in \(path) was made with another key than \(keyPath): name the right "
                    + "one with --key-file. Nothing was written."
            )
        case .damaged:
            CommandFailure(.badData, "The store in \(path) is damaged: restore a backup.")
        case .engine where StoreHolder(ofStoreIn: path) != nil:
            CommandFailure(
                .timeout,
                "Another process has the store in \(path) open: stop that one, or name another "
                    + "folder with --store."
            )
        case .engine where isForeign(path):
            CommandFailure(
                .badData,
                "\(path)/data/data.mdb is not the file of a store, or was cut short: restore a "
                    + "backup, or name another folder. Nothing was written."
            )
        case .engine(.unavailable(let reason)):
            CommandFailure(.inputOutput, "The store in \(path) cannot be opened: \(reason)")
        case .engine(let error):
            CommandFailure(.inputOutput, "The store in \(path) cannot be opened: \(error).")
        }
    }

    /// Whether something else lies where the store's database should be.
    private static func isForeign(_ path: String) -> Bool {
        do throws(StoreToolError) {
            _ = try StoreFiles(directory: path)
            return false
        } catch {
            return error == .files(.foreign) || error == .files(.otherFormat)
        }
    }
}
