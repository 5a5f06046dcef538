import Domain
import Storage

/// An app of a server, from its section in the settings to its end.
enum AppState: Sendable {
    /// Its store is not open, for this reason: calls are refused for now. Can transition to `open`.
    case shut(AppConfiguration, reason: String)
    /// It works. Can transition to `stopped` and `shut`.
    case open(RunningApp)
    /// Its store takes no changes any more, for this reason; reading goes on. Can transition to
    /// `shut`.
    case stopped(RunningApp, reason: String)

    /// What the app is: as it was opened, or as it is to be.
    var configuration: AppConfiguration {
        switch self {
        case .shut(let configuration, _): configuration
        case .open(let app), .stopped(let app, _): app.configuration
        }
    }

    /// The app, while its store is open.
    var running: RunningApp? {
        switch self {
        case .shut: nil
        case .open(let app), .stopped(let app, _): app
        }
    }

    /// Whether it works.
    var isOpen: Bool { if case .open = self { true } else { false } }

    /// What is wrong with it, be it that it is full; nil where nothing is.
    var trouble: String? {
        switch self {
        case .shut(_, let reason), .stopped(_, let reason): "it does not work: \(reason)"
        case .open(let app): app.store.fullness.trouble
        }
    }
}
