import LogEngine
import LogStoreTools
import Logging
import Storage
import StorageEngine

/// What happens in the life of a server.
///
/// The texts are those of its own settings; what clients send has no way into them.
enum ServerEvent: LogEvent {
    /// The store is open and has been recovered.
    case storeOpened(path: String, version: String, nanoseconds: UInt64)
    /// A store is made beside one that no app names, which may have been meant.
    case storeMadeBeside(path: String, other: String)
    /// The system lets the process have fewer connections than the settings.
    case fewFiles(connectionCountMax: Int)
    /// Measurements are served at this address.
    case monitored(address: String)
    /// The server accepts connections at these addresses, and those of operators at others.
    case ready(addresses: [String], adminAddresses: [String])
    /// The settings have been read again; of those that changed, these need a new start.
    case reloaded(LogLevel, restartNeededBy: [String])
    /// The settings could not be read again: the old ones stay.
    case reloadFailed(reason: String)
    /// The store refused to erase or to forget what is due; it is tried again, and told once.
    case housekeepingFailed(work: String, reason: String)
    /// The store's log cannot be archived, or can be again.
    case archive(LogArchiveNews)
    /// A file that says who was deleted cannot be written, or all are whole again.
    case erasures(ErasureNews)
    /// The store takes only what is vital, for lack of room, or takes all again.
    case room(RoomNews)
    /// Work of a feature was done so often, by the name that it has in the log.
    case housekept(StaticString, count: Int)
    /// A damaged record of this table was left out of a list, a feed or an export.
    case recordLeftOut(table: String)
    /// Pages of the database are damaged, which nothing has met yet.
    case damageFound(String)
    /// A signal asked for the end.
    case stopping(signal: StaticString, drainTime: Duration)
    /// The store is closed.
    case stopped
    /// An app cannot work, or not wholly; others go on.
    case appFailed(reason: String)
    /// The store of an app is closed, for good or to be opened anew.
    case appClosed
    /// The folder of an app that was dropped is gone.
    case appRemoved
    /// It is not, and goes with a later attempt, or stays.
    case appNotRemoved(folder: String, DroppedStore.Obstacle)
    /// The server could not start, or had to end.
    case failed(reason: String)

    var level: LogLevel {
        switch self {
        case .storeOpened, .monitored, .ready, .stopping, .stopped, .appClosed, .appRemoved: .info
        // Another store, or one that came back, stays as it is meant to.
        case .appNotRemoved(_, .otherStore), .appNotRemoved(_, .cameBack),
            .appNotRemoved(_, .interrupted):
            .info
        case .reloaded(_, let settings): settings.isEmpty ? .info : .warning
        case .housekeepingFailed, .fewFiles, .storeMadeBeside: .warning
        case .archive(.working), .erasures(.working), .room(.hasRoom), .housekept: .info
        case .reloadFailed, .archive(.failing), .erasures(.failing), .room(.full),
            .recordLeftOut, .damageFound, .appFailed, .appNotRemoved, .failed:
            .error
        }
    }

    var name: StaticString {
        switch self {
        case .storeOpened: "store-opened"
        case .storeMadeBeside: "store-made-beside"
        case .fewFiles: "few-files"
        case .monitored: "monitored"
        case .ready: "ready"
        case .reloaded: "reloaded"
        case .reloadFailed: "reload-failed"
        case .housekeepingFailed: "housekeeping-failed"
        case .archive(.failing): "archive-failing"
        case .archive(.working): "archive-working"
        case .erasures(.failing): "erasures-failing"
        case .erasures(.working): "erasures-working"
        case .room(.full): "store-full"
        case .room(.hasRoom): "store-has-room"
        case .housekept(let name, _): name
        case .recordLeftOut: "record-left-out"
        case .damageFound: "damage-found"
        case .stopping: "stopping"
        case .stopped: "stopped"
        case .appFailed: "app-failed"
        case .appClosed: "app-closed"
        case .appRemoved: "app-removed"
        case .appNotRemoved: "app-not-removed"
        case .failed: "failed"
        }
    }

    func describe(in line: inout LogLine) {
        switch self {
        case .storeOpened(let path, let version, let nanoseconds):
            line.add("version", version)
            line.add("path", path)
            line.add("duration_ms", nanoseconds: nanoseconds)
        case .storeMadeBeside(let path, let other):
            line.add("path", path)
            line.add("other", other)
        case .fewFiles(let connectionCountMax):
            line.add("connections_max", Int64(connectionCountMax))
        case .monitored(let address):
            line.add("address", address)
        case .ready(let addresses, let adminAddresses):
            line.add("addresses", addresses)
            if !adminAddresses.isEmpty { line.add("admin_addresses", adminAddresses) }
        case .reloaded(let level, let settings):
            line.add("log_level", level.rawValue)
            if !settings.isEmpty { line.add("restart_needed_by", settings) }
        case .reloadFailed(let reason), .archive(.failing(let reason)),
            .erasures(.failing(let reason)), .appFailed(let reason), .failed(let reason):
            line.add("reason", reason)
        case .appNotRemoved(let folder, let obstacle):
            line.add("path", folder)
            line.add("reason", obstacle.description)
        case .room(.full(let room)), .room(.hasRoom(let room)):
            line.add("short_of", room.isDiskShorter ? "disk" : "map")
            line.add("disk_left_bytes", Int64(clamping: room.diskByteCount))
            line.add("map_left_bytes", Int64(clamping: room.mapByteCount))
        case .housekept(_, let count):
            line.add("count", Int64(count))
        case .recordLeftOut(let table):
            line.add("table", table)
        case .damageFound(let pages):
            line.add("pages", pages)
        case .stopping(let signal, let drainTime):
            line.add("signal", signal.description)
            line.add("drain_time_s", drainTime.components.seconds)
        case .housekeepingFailed(let work, let reason):
            line.add("work", work)
            line.add("reason", reason)
        case .archive(.working), .erasures(.working), .appClosed, .appRemoved, .stopped:
            break
        }
    }
}
