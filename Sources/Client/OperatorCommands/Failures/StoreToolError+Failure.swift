package import CommandLineInterface
import Domain
import Glibc
import LMDB
import LogEngine
import OperatingSystem
internal import Storage
import StorageEngine
package import StoreTools

extension CommandContext {
    /// Runs a tool, and tells its failure as one of the store, or of another file, at a path.
    package func attempt<Success>(
        on path: String? = nil,
        _ body: () throws(StoreToolError) -> Success
    ) throws -> Success {
        do throws(StoreToolError) {
            return try body()
        } catch .outputClosed {
            throw TextOutput.Failure.closed
        } catch {
            throw error.failure(of: path ?? storePath)
        }
    }
}

extension StoreToolError {
    /// What is told of the store at a path: what, which, why, and what to do.
    package func failure(of path: String) -> CommandFailure {
        switch self {
        case .files(let error): error.failure(of: path)
        case .opening(let error): Self.failure(error, path)
        case .notStore:
            CommandFailure(
                .badData,
                "The files in \(path) are those of a store that was never begun: start the server "
                    + "on them once."
            )
        case .newerSchema(let found, let supported), .olderSchema(let found, let supported):
            Self.failure(path, ofVersion: found, supported)
        case .wrongMasterKey:
            CommandFailure(
                .configuration,
                "\(path) was made with another master key: name the right one with --key-file."
            )
        case .damagedRecord(let table):
            CommandFailure(
                .badData,
                "A record in the table \(table) of \(path) is damaged: 'store verify' lists all "
                    + "that are."
            )
        case .records(let error): error.failure(of: path)
        case .engine(.damaged): Self.failure(.damaged, path)
        case .engine(let error):
            CommandFailure(.inputOutput, "The store in \(path) failed: \(error).")
        case .noSuchUser:
            CommandFailure(.refused, "There is nobody of this name or id in \(path).")
        case .outputClosed: CommandFailure(.inputOutput, "Nobody reads the output any more.")
        case .system(let file, let number):
            CommandFailure(.inputOutput, Self.text(of: number, file))
        case .notDump(let reason):
            CommandFailure(
                .badData,
                "\(path) is no whole dump of a store: \(reason). Nothing was loaded."
            )
        case .badLine(let number, let reason):
            CommandFailure(.badData, "\(path), line \(number): \(reason). Nothing was loaded.")
        case .notLoadable(let reason):
            CommandFailure(
                .refused,
                "\(path) cannot be loaded: \(reason). What can is a dump of everything with "
                    + "--reveal-senders."
            )
        case .targetTaken(let place, let what):
            CommandFailure(
                .refused,
                "There is \(what) at \(place) already, and nothing is written over: name a place "
                    + "where nothing is."
            )
        case .targetWithin(let place, let what): Self.failure(ofTarget: place, within: what)
        case .damagedErasures(let file): Self.failure(ofMarksAt: file)
        case .backup(let problem): problem.failure(of: path)
        case .archive(let problem): problem.failure(of: path)
        case .inUse:
            CommandFailure(
                .timeout,
                "Another process has the store in \(path) open: stop it, or try again later."
            )
        case .interrupted:
            CommandFailure(
                Interruption.signal == SIGTERM ? .terminated : .interrupted,
                "Broken off; nothing was kept."
            )
        }
    }

    /// What helps where a store is damaged, without a full stop.
    package static let waysOut =
        "restore a backup, or make a new store of what can be read with 'store salvage'"
    /// The same as a sentence.
    package static let waysOutSentence =
        "Restore a backup, or make a new store of what can be read with 'store salvage'."

    /// What to do when something would be made in a folder that is one thing already.
    private static func failure(ofTarget place: String, within what: String) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(place) lies in \(what), which may be copied or removed as a whole: name a place "
                + "outside of it."
        )
    }

    /// What to do when it cannot be read who was deleted.
    private static func failure(ofMarksAt path: String) -> CommandFailure {
        CommandFailure(
            .badData,
            "\(path) is not as it was written: bring it back from a backup, or move it away if "
                + "another one names all who were deleted."
        )
    }

    /// What the system said of a file, and what may help.
    private static func text(of number: Int32, _ file: String) -> String {
        let folder = FileSystem.parent(of: file)
        let reason = SystemError(number)
        return switch number {
        case ENOENT where access(folder, F_OK) != 0:
            "There is no folder \(folder) for \(file): make it, or name another place."
        case ENOENT: "There is no \(file): check the name."
        case ENOSPC, EDQUOT, EFBIG:
            "\(file) cannot be written: \(reason). Make room, or name a place on another disk."
        case EROFS: "\(file) cannot be written: \(reason). Name a place on another disk."
        case EACCES, EPERM:
            "\(file) cannot be opened: \(reason). Be a user who may, such as the server's."
        case SystemError.notPlainFile.number:
            "\(file) is no plain file: move it away, or name another one."
        default: "\(file): \(reason)."
        }
    }

    /// What is told of a store, a backup or a dump of another version.
    private static func failure(
        _ path: String,
        ofVersion found: UInt32,
        _ supported: UInt32
    ) -> CommandFailure {
        let advice =
            found > supported
            ? "this program knows up to \(supported): use a newer one"
            : "this program needs \(supported): copy the folder, then run 'notelet-admin store "
                + "migrate'"
        return CommandFailure(
            .configuration,
            "\(path) has schema version \(found), and \(advice). Nothing was written."
        )
    }

    private static func failure(_ error: StoreOpenError, _ path: String) -> CommandFailure {
        switch error {
        case .newerSchema(let found, let supported), .olderSchema(let found, let supported):
            failure(path, ofVersion: found, supported)
        case .wrongMasterKey: StoreToolError.wrongMasterKey.failure(of: path)
        case .damaged, .engine(.damaged):
            CommandFailure(.badData, "The store in \(path) is damaged: \(waysOut).")
        case .engine(.incomplete(let what)):
            CommandFailure(.badData, LogLoss.explanation(of: what, store: path))
        case .damagedPages(let pages):
            CommandFailure(
                .badData,
                "The store in \(path) is damaged (\(pages)): 'store verify' tells all of it; "
                    + "\(waysOut)."
            )
        case .engine(.unavailable(let reason)):
            CommandFailure(
                .inputOutput,
                "The store in \(path) cannot be opened for writing: \(reason)"
            )
        case .engine(let error): StoreToolError.engine(error).failure(of: path)
        }
    }
}

extension DomainError {
    /// What is told of the records of the store at a path.
    fileprivate func failure(of path: String) -> CommandFailure {
        switch self {
        case .refused(let refusal): refusal.failure
        case .dataLoss(let what):
            CommandFailure(
                .badData,
                "The store in \(path) has \(what): 'store verify' lists all that are."
            )
        case .storeFull, .storeUnavailable:
            CommandFailure(.inputOutput, "The store in \(path) failed: \(self).")
        }
    }
}

extension Refusal {
    /// What an operator is told; other rules than these have no say in what is only read.
    fileprivate var failure: CommandFailure {
        switch self {
        case .userNotFound:
            CommandFailure(.refused, "There is no account of this name, address or id.")
        case .reportNotFound:
            CommandFailure(.refused, "There is no report of this number.")
        case .invalidValue(let field, let expected):
            CommandFailure(.usage, "The value of \(field) is not \(expected).")
        default:
            CommandFailure(.refused, "Refused: \(self).")
        }
    }
}

extension StoreReadError {
    fileprivate func failure(of path: String) -> CommandFailure {
        switch self {
        case .missing:
            CommandFailure(
                .configuration,
                "There is no store in \(path): name the folder that its server has as --store."
            )
        case .foreign:
            CommandFailure(
                .badData,
                "\(path)/data/data.mdb is not the file of a store, or was cut short: restore "
                    + "a backup, or name another folder."
            )
        case .otherFormat:
            CommandFailure(
                .badData,
                "\(path)/data/data.mdb was written by another version of LMDB than 0.9."
            )
        case .tableMissing(let name):
            CommandFailure(
                .configuration,
                "The store in \(path) lacks the table \(name), which is newer than it: start the "
                    + "server on it once, or run 'store migrate'."
            )
        case .system(EACCES):
            CommandFailure(
                .inputOutput,
                "The files of the store in \(path) cannot be opened: be the user that the server "
                    + "runs as, who may write its table of readers as well."
            )
        case .system(let number):
            CommandFailure(
                .inputOutput,
                "The files of the store in \(path) cannot be read: "
                    + "\(SystemError(number))."
            )
        case .incomplete(let what):
            CommandFailure(.badData, LogLoss.explanation(of: what, store: path))
        case .unknownChanges:
            CommandFailure(
                .configuration,
                "The log of the store in \(path) holds changes that this version does not know: "
                    + "use a newer one."
            )
        case .unreadable(let reason):
            CommandFailure(.badData, "The store in \(path) cannot be read: \(reason)")
        }
    }
}
