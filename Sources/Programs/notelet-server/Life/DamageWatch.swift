import CommandLineInterface
import LogEngine
import Logging
import OperatingSystem

/// What happens when the server meets a damaged page of its store.
///
/// The database reads its file as memory and follows what it finds there, so that is a signal. It
/// ends the process in order, with the code of bad data, which no service manager starts again; one
/// line in the format of the log names the page, where it is known, and the way out; and a mark has
/// the next start look at each page first.
enum DamageWatch {
    /// Begins to watch, for a server on a store.
    static func begin(on location: StoreLocation, logging format: LogFormat) {
        let reason = text(location.path, "the database met a page that is not as it was written")
        let form = LineForm(ServerEvent.failed(reason: reason), as: format, numberKey: "page")
        LastWords.say(
            LastLine(
                head: form.head,
                timeOffset: form.timeOffset,
                label: form.label,
                tail: form.tail,
                markPath: DamageMark.path(inStore: location.path)
            ),
            on: StoreFault.signals,
            endingWith: ExitCode.badData.rawValue,
            judge: StoreFault.judge
        )
    }

    /// What is wrong with the store at a path, and the way out.
    static func text(_ path: String, _ what: String) -> String {
        "The store in \(path) is damaged (\(what)): 'notelet-admin store verify' tells all of it; "
            + "restore a backup into a new folder, or make a store there of what can be read with "
            + "'notelet-admin store salvage'."
    }
}
