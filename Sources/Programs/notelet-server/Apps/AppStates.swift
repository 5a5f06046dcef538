import CommandLineInterface
import Domain

/// The states of all apps of a server, and whether it can go on with them.
struct AppStates {
    /// The apps by their names.
    var all: [AppName: AppState] = [:]
    /// Whether no more apps are to be opened.
    var isEnding = false
    /// Why apps stopped while others were yet to be opened; nil once all have had their turn.
    private var earlyStops: [CommandFailure]? = []

    /// Whether an app works.
    var isAnyOpen: Bool { all.values.contains(where: \.isOpen) }

    /// The app of a name, while its store is open.
    func running(_ name: AppName) -> RunningApp? { all[name]?.running }

    /// Takes note that an app takes no changes any more.
    ///
    /// - Returns: What the process is to end with, where no app works and none is yet to be opened;
    ///   nil where it goes on.
    mutating func stop(_ name: AppName, _ failure: CommandFailure) -> ExitCode? {
        switch all[name] {
        case .open(let app), .stopped(let app, _):
            all[name] = .stopped(app, reason: failure.message)
        case .shut(let configuration, _):
            all[name] = .shut(configuration, reason: failure.message)
        // It has left, and fails while its store is closed.
        case nil: return nil
        }
        guard earlyStops == nil else {
            earlyStops?.append(failure)
            return nil
        }
        if isAnyOpen { return nil }
        // The next start leaves a damaged store out, and may open others again.
        return failure.exitCode == .badData && all.count > 1 ? .timeout : failure.exitCode
    }

    /// Takes note that all apps have had their turn to be opened.
    ///
    /// - Returns: Why those stopped that did, where no app works; nil where one does.
    mutating func endStart() -> [CommandFailure]? {
        defer { earlyStops = nil }
        return isAnyOpen ? nil : earlyStops
    }
}
