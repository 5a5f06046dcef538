import CommandLineInterface
import Domain
import OperatorCommands

/// The commands that tell of the apps of a server, and add and drop them, in its file of settings.
enum AppCommands {
    static let app = Command(
        "app",
        summary: "Look at the apps of a server, add one, and drop one",
        discussion: """
            A server carries one app, or several: each with accounts, notes, limits and backups of \
            its own, in a store of its own. They are sections of the server's file of settings, \
            which these commands read and change; a running server takes that over when it is \
            told to reload (systemctl reload notelet-server, or SIGHUP), without a pause for the \
            other apps.

            Commands that ask the server mean the default app, unless --app names another one; \
            those that work on the files of a store or a backup take its folder.
            """,
        subcommands: [list, add, drop]
    )

    /// The file of settings of the server.
    static let config = Option<String>.required(
        "config",
        .file,
        environment: "NOTELET_CONFIG",
        help: "File of settings of the server, such as /etc/notelet/server.conf."
    )

    private static let name = Argument<AppName>("NAME", .appName, help: "Name of the app.")
    private static let store = Option<String?>.optional(
        "store",
        .folder,
        help: "Folder of its store, made by the server; by default the name beside the store of "
            + "the default app."
    )
    private static let linkBase = Option<String?>.optional(
        "link-base",
        .text.named("URL"),
        help: "What comes before the token in its personal links; by its host and path requests "
            + "over HTTP find the app. By default that of the default app, with the name as a "
            + "further part of its path."
    )
    private static let features = Option<String?>.optional(
        "features",
        .text.named("NAMES"),
        help: "What it offers, separated by commas; by default what the default app does."
    )

    private static let list = Command(
        "list",
        summary: "List the apps that a file of settings has, and what counts for each",
        discussion: """
            Settings that an app does not have itself are shown as the server takes them: those \
            of the default app, or what is made of them. An app is open while a process has its \
            store open; why one is not, the server's log and /readyz say. What the server is given \
            on its command line and by its environment does not count here.
            """,
        options: [config, PresentationOptions.format],
        run: { context in
            let apps = try AppSettings.all(inFile: context[config])
            try context.write(apps, as: AppSettings.form)
            return .success
        }
    )

    private static let add = Command(
        "add",
        summary: "Add an app to a file of settings",
        discussion: """
            What the server would refuse is refused here, and the file stays as it is: a folder, \
            a key or a place over HTTP that another app has, a feature that there is not, a key \
            whose store has gone. The server makes the store, unless there is one in the folder.
            """,
        options: [config, store, linkBase, features],
        arguments: [name],
        run: { context in
            let (path, name) = (context[config], context[name])
            try AppFile.change(path) { file throws(CommandFailure) in
                try file.add(
                    name,
                    store: context[store],
                    settings: [("link-base", context[linkBase]), ("features", context[features])]
                )
                try ServerProgram().check(file.contents, of: path, for: name.text)
            }
            context.remark("\(name) is in \(path); reload the server, which opens it.")
            return .success
        }
    )

    private static let drop = Command(
        "drop",
        summary: "Drop an app, and have the server remove its store",
        discussion: """
            The section of the app becomes '[dropped NAME]' with the folder of the store and its \
            life, which is another one in a store that is restored or made there later. At its \
            next reload, or start, the server ends what goes on in the app and removes that \
            folder, with all accounts and notes in it, if it still has the store of that life. \
            Nothing brings them back but a backup: the key file, the archive of the log and \
            backups stay, and are yours to remove.
            """,
        options: [config, Confirmation.yes],
        arguments: [name],
        run: { context in
            let (path, name) = (context[config], context[name])
            let store = try AppFile(path).storeToRemove(of: name)
            try Confirmation.require(
                name.text,
                store.map { store in
                    "The server will remove \(store.folder), with all accounts and notes of "
                        + "\(name)."
                } ?? "There is no store of \(name): its section goes alone.",
                isGiven: context[Confirmation.yes]
            )
            // Others may have changed the file while the question stood.
            try AppFile.change(path) { file throws(CommandFailure) in
                guard try file.storeToRemove(of: name) == store else {
                    throw CommandFailure(
                        .refused,
                        "\(name) has another store by now; nothing was changed."
                    )
                }
                try file.drop(name)
            }
            context.remark("\(name) is dropped in \(path); reload the server now.")
            return .success
        }
    )
}

extension ValueSyntax<AppName> {
    /// The name of an app beside the default one.
    static let appName = ValueSyntax(
        placeholder: "NAME",
        expectation: AppName.expectation,
        parse: { text in AppName(text).flatMap { $0 == .standard ? nil : $0 } }
    )
}
