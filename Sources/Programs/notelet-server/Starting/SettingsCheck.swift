import CommandLineInterface
import Domain

/// `config check`: what of the settings can be told without the keys and stores of the server's
/// user.
enum SettingsCheck {
    private static let app = Argument<String?>.optional(
        "APP",
        .text,
        help: "Name of an app, to look as well at what lies where its store and key are to be."
    )

    static let check = Command(
        "check",
        summary: "Check the settings for each other, without keys and stores",
        discussion: """
            Who may read the file of settings can do it, before it is in its place too. \
            --check-config looks at all that a start needs, as the user of the server.
            """,
        arguments: [app]
    ) { invocation in
        let configuration = try Configuration(invocation)
        try PlaceCheck.requireApart(configuration.apps)
        if let name = invocation[app] {
            let found = AppName(name).flatMap { configuration.app(named: $0) }
            guard let found else {
                throw CommandFailure(.configuration, "There is no app \(name).")
            }
            try PlaceCheck.check(found)
            _ = try found.store.contents()
        }
        try TextOutput.standard.writeLine("The settings are right.")
        return .success
    }
}
