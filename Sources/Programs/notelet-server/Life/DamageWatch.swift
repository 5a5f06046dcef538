import CommandLineInterface
import LogEngine
import LogStoreTools
import Logging
import OperatingSystem
import Storage

/// What happens when the server meets a damaged page of its store.
///
/// The database reads its file as memory and follows what it finds there, so that is a signal. It
/// ends the process in order, with the code of bad data, which no service manager starts again; one
/// line in the format of the log names the page, where it is known, and the way out; and a mark has
/// the next start look at each page first.
enum DamageWatch {
    /// Begins to watch, for an app whose store will be opened, among so many.
    ///
    /// A service manager does not start a server again whose only store is damaged. With several,
    /// it has to: the next start leaves the damaged one out, and serves the others.
    static func begin(on app: AppConfiguration, among appCount: Int, logging format: LogFormat) {
        let code: ExitCode = appCount > 1 ? .timeout : .badData
        LastWords.say(
            line(app, logging: format),
            on: StoreFault.signals,
            endingWith: code.rawValue,
            judge: StoreFault.judge
        )
    }

    /// Watches for damage in the store of an app that is open now.
    static func watch(_ app: AppConfiguration, _ store: RecordStore, logging format: LogFormat) {
        guard let map = store.mapNumber else { return }
        LastWords.say(line(app, logging: format), as: map)
    }

    private static func line(_ app: AppConfiguration, logging format: LogFormat) -> LastLine {
        let path = app.store.path
        let reason = text(path, "the database met a page that is not as it was written")
        let form = LineForm(ServerEvent.failed(reason: reason), as: format, numberKey: "page")
        return LastLine(
            head: form.head,
            timeOffset: form.timeOffset,
            label: form.label,
            tail: form.tail,
            markPath: DamageMark.path(inStore: path)
        )
    }

    /// What is wrong with the store at a path, and the way out.
    static func text(_ path: String, _ what: String) -> String {
        "The store in \(path) is damaged (\(what)): 'notelet-admin store verify' tells all of it; "
            + "restore a backup into a new folder, or make a store there of what can be read with "
            + "'notelet-admin store salvage'."
    }
}
