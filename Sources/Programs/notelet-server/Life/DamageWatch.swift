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
/// the next start look at each page first, of all stores where it is not known which one it is.
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
        if appCount > 1 { LastWords.say(whereUnknown: lineOfUnknown(logging: format)) }
    }

    /// Watches for damage in the store of an app that is open now.
    static func watch(_ app: AppConfiguration, _ store: RecordStore, logging format: LogFormat) {
        guard let map = store.mapNumber else { return }
        LastWords.say(line(app, logging: format), as: map)
    }

    /// Closes a store, whose number another one may have then.
    static func close(_ store: RecordStore) {
        let map = store.mapNumber
        store.close()
        if let map { LastWords.forget(map) }
    }

    private static let metDamage = "the database met a page that is not as it was written"

    private static func line(_ app: AppConfiguration, logging format: LogFormat) -> LastLine {
        let path = app.store.path
        let mark = DamageMark.path(inStore: path)
        return line(text(path, metDamage), markPath: mark, logging: format)
    }

    /// What is said where nothing tells in which of the stores the page is: the next start looks at
    /// all pages of each, and finds it.
    private static func lineOfUnknown(logging format: LogFormat) -> LastLine {
        let reason =
            "The store of one of the apps is damaged (\(metDamage)): the next start looks at all "
            + "pages of each, and names it."
        return line(reason, markPath: nil, logging: format)
    }

    private static func line(
        _ reason: String,
        markPath: String?,
        logging format: LogFormat
    ) -> LastLine {
        let form = LineForm(ServerEvent.failed(reason: reason), as: format, numberKey: "page")
        return LastLine(
            head: form.head,
            timeOffset: form.timeOffset,
            label: form.label,
            tail: form.tail,
            markPath: markPath
        )
    }

    /// What is wrong with the store at a path, and the way out.
    static func text(_ path: String, _ what: String) -> String {
        "The store in \(path) is damaged (\(what)): 'notelet-admin store verify' tells all of it; "
            + "restore a backup into a new folder, or make a store there of what can be read with "
            + "'notelet-admin store salvage'."
    }
}
