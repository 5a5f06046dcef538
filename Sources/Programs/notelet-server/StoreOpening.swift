import CommandLineInterface
import Cryptography
import Glibc
import Locking
import LogEngine
import LogStoreTools
import OperatingSystem
import Serving
import Storage
import StorageEngine
import StoreTools

/// Opens the master key and the store, and says in one line why it cannot.
enum StoreOpening {
    /// The key of the installation; a new one where a store is to be made and there is no key.
    static func masterKey(of location: StoreLocation) throws(CommandFailure) -> MasterKey {
        let contents = try location.contents()
        if contents == .nothing { try location.begin() }
        do throws(CryptographyError) {
            switch contents {
            case .store: return try MasterKey(path: location.keyPath)
            case .nothing: return try firstKey(of: location)
            }
        } catch {
            throw CommandFailure(.configuration, explain(error, location.keyPath))
        }
    }

    /// The key of a store that is to be made; one that is there is of a store that has gone.
    private static func firstKey(
        of location: StoreLocation
    ) throws(CryptographyError) -> MasterKey {
        if access(location.keyPath, F_OK) == 0 { return try MasterKey(path: location.keyPath) }
        return try MasterKey.create(path: location.keyPath)
    }

    /// Looks whether the key can be used, and makes none.
    ///
    /// - Throws: `CommandFailure` that says why not.
    @discardableResult
    static func checkKey(of location: StoreLocation) throws(CommandFailure) -> MasterKey {
        do throws(CryptographyError) {
            return try MasterKey(path: location.keyPath)
        } catch {
            throw CommandFailure(.configuration, explain(error, location.keyPath))
        }
    }

    /// Looks whether a store that is there can be opened with its key, as it is at this moment.
    ///
    /// - Throws: `CommandFailure` that says why not.
    static func check(_ location: StoreLocation) throws(CommandFailure) {
        let key = try checkKey(of: location)
        do throws(StoreToolError) {
            try StoreFiles(directory: location.path).check(masterKey: key)
        } catch {
            if let failure = obstacle(error, location) { throw failure }
        }
    }

    /// What is wrong with a store that was looked at; nil if a start makes it good.
    private static func obstacle(
        _ error: StoreToolError,
        _ location: StoreLocation
    ) -> CommandFailure? {
        switch error {
        // A start that was cut short is begun anew.
        case .notStore, .files(.missing): nil
        case .newerSchema(let found, let supported):
            explain(StoreOpenError.newerSchema(found: found, supported: supported), location)
        case .olderSchema(let found, let supported):
            explain(StoreOpenError.olderSchema(found: found, supported: supported), location)
        case .wrongMasterKey: explain(StoreOpenError.wrongMasterKey, location)
        case .damagedRecord: explain(StoreOpenError.damaged, location)
        case .files(.foreign), .files(.otherFormat): foreign(location.path)
        case .files(.incomplete(let what)):
            CommandFailure(.badData, LogLoss.explanation(of: what, store: location.path))
        default:
            CommandFailure(
                .inputOutput,
                "The store in \(location.path) cannot be read: \(error)."
            )
        }
    }

    /// Refuses a map that has no room for what the store holds already: LMDB would make it as large
    /// as that, and every change be refused.
    ///
    /// - Throws: `CommandFailure` that says how large it has to be.
    static func checkMapSize(
        _ mapByteCount: Int64,
        of location: StoreLocation
    ) throws(CommandFailure) {
        var status = stat()
        guard stat(location.path + "/data/data.mdb", &status) == 0,
            status.st_size > mapByteCount
        else { return }
        throw CommandFailure(
            .configuration,
            "--map-size is \(mapByteCount) bytes, and the store in \(location.path) has grown to "
                + "\(status.st_size) bytes: give more."
        )
    }

    /// Refuses to make a store on a disk that has no room for its reserve and as much again.
    ///
    /// - Throws: `CommandFailure` that says how much there has to be.
    static func checkDisk(
        _ reserveByteCount: Int64,
        of location: StoreLocation
    ) throws(CommandFailure) {
        guard access(location.path + "/data", F_OK) != 0,
            let left = DiskSpace.byteCount(at: location.path)
        else { return }
        let (needed, overflow) = reserveByteCount.multipliedReportingOverflow(by: 2)
        guard overflow || left < needed else { return }
        throw CommandFailure(
            .configuration,
            "The disk of \(location.path) has \(left) bytes left, and a new store needs "
                + "\(overflow ? .max : needed) there, twice --reserve: make room, or name another "
                + "folder with --store."
        )
    }

    /// The store, made if it does not exist.
    ///
    /// Its writer may spend of `busyWait`; `reportArchive` hears how the archive of its log goes,
    /// `reportRoom` when it becomes full or has room again, and `stop` ends the process if its disk
    /// fails.
    static func open(
        _ configuration: AppConfiguration,
        _ key: MasterKey,
        _ busyWait: BusyWaitBudget,
        reportArchive: @escaping @Sendable (LogArchiveNews) -> Void,
        reportRoom: @escaping @Sendable (RoomNews) -> Void,
        stop: @escaping @Sendable (StopReason) -> Void
    ) throws(CommandFailure) -> RecordStore {
        let path = configuration.store.path
        try checkMapSize(configuration.mapByteCount, of: configuration.store)
        try checkDisk(configuration.reserveByteCount, of: configuration.store)
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
                erasureSeconds: Int(configuration.erasureTime / .seconds(1)),
                reserveByteCount: Int(configuration.reserveByteCount),
                busyWaitBudget: busyWait,
                reportRoom: reportRoom,
                stop: stop
            )
        } catch {
            throw explain(error, configuration.store)
        }
    }

    private static func explain(
        _ error: CryptographyError,
        _ path: String
    ) -> String {
        switch error {
        case .keyFileExposed:
            "The key file \(path) can be read by others than its owner, or belongs to somebody "
                + "else: become its owner, and chmod 600 it."
        case .keyFileDamaged:
            "The key file \(path) does not hold a key of 32 bytes: bring it back from a backup."
        case .io(ENOENT):
            "There is no folder for the key file \(path): make it, or name another one with "
                + "--store or --key-file."
        case .io(let number):
            "The key file \(path) cannot be used: \(SystemError(number))."
        case .forged, .outOfMemory:
            "The key file \(path) cannot be used: \(error)."
        }
    }

    private static func explain(
        _ error: StoreOpenError,
        _ location: StoreLocation
    ) -> CommandFailure {
        let (path, keyPath) = (location.path, location.keyPath)
        return switch error {
        case .newerSchema(let found, let supported):
            CommandFailure(
                .configuration,
                "The store in \(path) has schema version \(found), this server knows up to "
                    + "\(supported): run a newer one. Nothing was written."
            )
        case .olderSchema(let found, let supported):
            CommandFailure(
                .configuration,
                "The store in \(path) has schema version \(found), and this server needs "
                    + "\(supported): copy the folder, then run "
                    + "'notelet-admin store migrate --store \(path)'. Nothing was written."
            )
        case .wrongMasterKey:
            CommandFailure(
                .configuration,
                "The store in \(path) was made with another key than \(keyPath): name the right "
                    + "one with --key-file. Nothing was written."
            )
        case .damaged, .engine(.damaged):
            CommandFailure(
                .badData,
                "The store in \(path) is damaged: look with 'notelet-admin store verify', and "
                    + "restore a backup, or make a store of what can be read with "
                    + "'notelet-admin store salvage'."
            )
        case .engine(.incomplete(let what)):
            CommandFailure(.badData, LogLoss.explanation(of: what, store: path))
        case .damagedPages(let pages):
            CommandFailure(.badData, DamageWatch.text(path, pages))
        case .engine where StoreHolder(ofStoreIn: path) != nil:
            CommandFailure(
                .timeout,
                "Another process has the store in \(path) open: stop that one, or name another "
                    + "folder with --store."
            )
        case .engine where isForeign(path): foreign(path)
        case .engine where access(path + "/data/data.mdb", F_OK) != 0 && errno == ENOENT:
            CommandFailure(
                .badData,
                "The store in \(path) cannot be opened: data/data.mdb is missing. Bring it "
                    + "back, or restore a backup."
            )
        case .engine(.full):
            CommandFailure(
                .inputOutput,
                "The store in \(path) cannot be opened, for its disk is full: make room there."
            )
        case .engine(.unavailable(let reason)):
            CommandFailure(.inputOutput, "The store in \(path) cannot be opened: \(reason)")
        case .engine(let error):
            CommandFailure(.inputOutput, "The store in \(path) cannot be opened: \(error).")
        }
    }

    private static func foreign(_ path: String) -> CommandFailure {
        CommandFailure(
            .badData,
            "\(path)/data/data.mdb is not the file of a store, or was cut short: restore a backup, "
                + "or name another folder. Nothing was written."
        )
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
