import CommandLineInterface
import Foundation
import LogEngine
import OperatingSystem
import OperatorCommands

/// What counts for an app of a server: what it sets, and what it does not.
struct AppSettings {
    let name: String
    let store: String
    let keyFile: String
    let linkBase: String
    let features: String
    let logArchive: String?

    /// Reads the apps of a file of settings, the default one first.
    ///
    /// - Throws: `CommandFailure` where the file is none, or the server would not read it.
    static func all(inFile path: String) throws(CommandFailure) -> [AppSettings] {
        let server = try ServerProgram()
        let data = try server.output(of: ["--config", path, "config", "show", "--json"])
        guard let shown = try? JSONDecoder().decode(ShownSettings.self, from: data) else {
            throw CommandFailure(.bug, "What the server shows of \(path) cannot be read.")
        }
        let sections = (shown.sections ?? []).filter { $0.kind == "app" }
        return [AppSettings(standardName, shown.settings)]
            + sections.map { AppSettings($0.name, $0.settings) }
    }

    /// The name of the app without a section.
    static let standardName = "default"

    private init(_ name: String, _ settings: [ShownSettings.Setting]) {
        func value(_ name: String) -> String? {
            settings.first { $0.name == name }?.values.last
        }
        self.name = name
        store = (value("store") ?? "").withoutFinalSlashes
        keyFile = value("key-file") ?? store + ".key"
        linkBase = value("link-base") ?? ""
        features = value("features") ?? ""
        logArchive = value("log-archive")
    }
}

/// What `notelet-server config show --json` shows.
private struct ShownSettings: Decodable {
    let settings: [Setting]
    let sections: [Section]?

    struct Setting: Decodable {
        let name: String
        let values: [String]
    }

    struct Section: Decodable {
        let kind: String
        let name: String
        let settings: [Setting]
    }
}

extension AppSettings {
    /// Whether a process has the store open.
    var isOpen: Bool { StoreHolder(ofStoreIn: store) != nil }

    static let form = RowForm<AppSettings>(
        "apps",
        "app",
        fields: [
            .text("name", \.name), .text("store", \.store), .text("key_file", \.keyFile),
            .text("link_base", \.linkBase), .text("features", \.features),
            RowField("log_archive") { app in app.logArchive.map { .string($0) } ?? .null },
            RowField("open") { .bool($0.isOpen) },
        ],
        columns: [
            .text("name", \.name), .text("store", \.store), .text("link base", \.linkBase),
            .text("features", \.features), .text("open") { $0.isOpen ? "yes" : "no" },
        ]
    )
}
