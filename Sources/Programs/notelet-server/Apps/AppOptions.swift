import CommandLineInterface
import Domain
import LogStoreTools
import Serving

/// What a section `[app NAME]` of the file of settings may have.
enum AppOptions {
    static let section = SettingsSection(
        "app",
        sharing: shared,
        own: own,
        deriving: [
            (Options.linkBase, { @Sendable name, outside in base(below: outside, for: name) })
        ],
        complaint: { name in
            if name == AppName.standard.text {
                return "the app '\(name)' is the one whose settings stand outside of all sections"
            }
            guard AppName(name) == nil else { return nil }
            return "'\(name)' is no name of an app: give \(AppName.expectation)"
        }
    )

    /// What a section `[dropped NAME]` has: the store of an app that is to be removed, by its place
    /// and its life.
    static let dropped = SettingsSection(
        "dropped",
        sharing: [],
        own: [Options.store, life],
        complaint: { name in
            AppName(name) == nil
                ? "'\(name)' is no name of an app: give \(AppName.expectation)" : nil
        }
    )

    /// The life of the store that was dropped; without it none is removed.
    static let life = Option<StoreLife?>.optional(
        "life",
        ValueSyntax(
            placeholder: "LIFE",
            expectation: StoreLife.expectation,
            parse: { StoreLife($0) }
        ),
        help: "Life of the store that was dropped: one that was made or restored since stays."
    )

    /// What no two apps have together.
    private static let own: [any ParameterDeclaration] = [
        Options.store, Options.keyFile, Options.logArchive, Options.linkBase,
    ]

    /// The base of an app's links where none is set: a path of its own beside that of the default
    /// app.
    private static func base(below standardURL: String, for name: String) -> String {
        let parts = standardURL.split(separator: "/", omittingEmptySubsequences: true)
        // The scheme, the host, and what the path of a link begins with.
        guard parts.count > 2, let last = parts.last else {
            return standardURL + "\(name)/receive/"
        }
        let beginning = standardURL.dropLast(last.utf8.count + 1)
        return "\(beginning)\(name)/\(last)/"
    }

    /// What counts for all apps that do not set it.
    private static let shared: [any ParameterDeclaration] =
        [
            Options.create, Options.mapSize, Options.writeBuffer, Options.reserve,
            Options.erasureTime, Options.features, Options.retentionDays, Options.ticketDays,
            Options.telemetryDays, Options.pointsExpire,
            Options.releaseTime, Options.withdrawalDays, Options.positionDays,
            Options.chatDays, Options.orderDays,
            Options.deliveryTick, Options.scrubRate, WebOptions.origins,
        ] + live

    /// What a running server takes over.
    static let live: [any ParameterDeclaration] =
        [
            ConnectionLimitOptions.connectionsPerAccount, RateLimitOptions.freeSignInFailures,
            RateLimitOptions.signInDelay, RateLimitOptions.signInFailuresPerDay,
        ] + RateLimitOptions.rates

    private typealias Options = ServerCommand.Options
}
