package import CommandLineInterface
import NoteletAPI
import OperatorCommands

/// What an operator can do about the configuration that applications fetch.
package enum Config {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "app-config",
            summary: "Publish configuration for applications, and look at what was published",
            discussion: """
                Each publication is a version of its own, and has all entries: applications get \
                the newest one whole, at once. The last 100 versions are kept. What is published \
                is recorded in the audit log of the store. The configuration of the programs \
                themselves is another one, which 'config show' shows.
                """,
            subcommands: [publish, set, unset, show, history, compare, rollBack]
        )
    ]

    private typealias API = ConfigAdministrationAPI

    private static let file = Argument(
        "FILE",
        .file,
        help: "An object of JSON whose values are texts; '-' reads standard input."
    )
    private static let key = Argument.text(
        "KEY",
        help: "1 to 64 lower-case letters of English, digits, dots, hyphens and underscores."
    )
    private static let value = Argument.text("VALUE", help: "A text of at most 16,384 bytes.")
    private static let version = Argument<UInt64>(
        "VERSION",
        .number(in: 1...(.max)),
        help: "Which."
    )
    private static let otherVersion = Argument<UInt64?>.optional(
        "OTHER",
        .number(in: 1...(.max)),
        help: "The one that it is compared with; the newest if it is not given."
    )
    private static let shownVersion = Argument<UInt64?>.optional(
        "VERSION",
        .number(in: 1...(.max)),
        help: "Which; the newest if it is not given."
    )
    private static let note = Option<String>(
        "note",
        .text,
        default: "",
        help: "Why, for the history and the audit log: at most 200 characters."
    )
    private static let expected = Option<UInt64?>.optional(
        "expect-version",
        .number,
        help: "Do it only while this is the newest version; 0 stands for none."
    )

    private static let publish = publication(
        "publish",
        summary: "Publish the entries of a file, and no others",
        arguments: [file]
    ) { context, server in
        let request = PublishConfigRequest(
            entries: try ConfigFile(path: context[file]).entries,
            note: context[note],
            expectedVersion: context[expected]
        )
        return try await server.call(API.publishConfig, request).version
    }

    private static let set = publication(
        "set",
        summary: "Publish the newest version with another value under a key",
        arguments: [key, value]
    ) { context, server in
        let request = ChangeConfigRequest(
            put: [ConfigEntry(key: context[key], value: context[value])],
            note: context[note],
            expectedVersion: context[expected]
        )
        return try await server.call(API.changeConfig, request).version
    }

    private static let unset = publication(
        "unset",
        summary: "Publish the newest version without what is under a key",
        arguments: [key]
    ) { context, server in
        let request = ChangeConfigRequest(
            removedKeys: [context[key]],
            note: context[note],
            expectedVersion: context[expected]
        )
        return try await server.call(API.changeConfig, request).version
    }

    private static let rollBack = publication(
        "rollback",
        summary: "Publish what an older version has as a new one",
        arguments: [version]
    ) { context, server in
        let request = RollBackConfigRequest(
            version: context[version],
            note: context[note],
            expectedVersion: context[expected]
        )
        return try await server.call(API.rollBackConfig, request).version
    }

    /// A command that publishes the next version.
    private static func publication(
        _ name: String,
        summary: String,
        arguments: [any ParameterDeclaration],
        _ publish:
            @escaping @Sendable (CommandContext, AdminConnection) async throws -> ConfigVersion?
    ) -> Command {
        Command(
            name,
            summary: summary,
            options: [note, expected],
            arguments: arguments,
            doing: { context, server in
                let version = try await publish(context, server) ?? ConfigVersion()
                let shown = ConfigVersion.form.json(version)
                return Deed([("published", shown)], "Version \(version.version) is published.")
            }
        )
    }

    private static let show = Command(
        "show",
        summary: "Show what a version has",
        options: [PresentationOptions.format],
        arguments: [shownVersion],
        asking: { context, server in
            let shown = try await entries(of: context[shownVersion] ?? 0, server)
            let version = shown.version ?? ConfigVersion()
            let head = ("published", ConfigVersion.form.json(version))
            let form = ConfigEntry.form(ofVersion: version.version)
            try context.write(shown.entries, as: form, head: [server.source, head])
        }
    )

    private static let history = Command(
        "history",
        summary: "List the versions that are kept, newest first",
        listing: ConfigVersion.form,
        rows: { try await $0.call(API.listConfigVersions, .init()).versions }
    )

    private static let compare = Command(
        "compare",
        summary: "Show where two versions differ",
        options: [PresentationOptions.format],
        arguments: [version, otherVersion],
        asking: { context, server in
            let old = try await entries(of: context[version], server).entries
            let new = try await entries(of: context[otherVersion] ?? 0, server).entries
            let rows = ConfigDifference.all(from: old, to: new)
            try context.write(rows, as: ConfigDifference.form, head: [server.source])
        }
    )

    private static func entries(
        of version: UInt64,
        _ server: AdminConnection
    ) async throws -> GetConfigVersionResponse {
        let request = GetConfigVersionRequest(version: version)
        let missing = version == 0 ? "Nothing is published." : nil
        return try await server.call(API.getConfigVersion, request, missing: missing)
    }
}
