package import CommandLineInterface
import ConfigClient
import NoteletClient
import PersonCommands

/// What a person can do with the configuration that the operator published.
package enum Config {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "app-config",
            summary: Wording(
                "운영자가 게시한 앱 설정을 봅니다",
                "Show the configuration that the operator published for applications"
            ),
            discussion: Wording(
                """
                로그인하지 않아도 볼 수 있습니다. --watch는 게스트로라도 로그인해야 쓸 수 있으며, 새 버전이 게시될 때마다 \
                Ctrl-C를 누를 때까지 모두 다시 출력합니다.
                """,
                """
                Nobody has to sign in for it. --watch takes a session, that of a guest at least, \
                and prints all of it anew whenever a version is published, until Ctrl-C.
                """
            ),
            options: [watch, GlobalOptions.format],
            run: { context in
                guard context[watch] else {
                    let config = try await context.notelet.fetchConfig(knownVersion: 0)
                    return try context.write(config.entries, ofVersion: config.version)
                }
                let versions = context.notelet.observeConfig { context.tell($0) }
                for try await config in versions {
                    try context.write(config.entries, ofVersion: config.version)
                    // Tables are told apart by an empty line.
                    if !context.isJSON { try context.output.writeLine("") }
                    try context.output.flush()
                }
            }
        )
    ]

    private static let watch = Option<Bool>.flag(
        "watch",
        help: Wording(
            "새 버전이 게시될 때마다 다시 출력합니다.",
            "Print it anew whenever a version is published."
        )
    )
}

extension CommandContext {
    fileprivate func write(_ entries: [ConfigEntry], ofVersion version: UInt64) throws {
        let head: [JSON.Member] = [("config_version", .number(Int64(clamping: version)))]
        let none = version == 0 ? ConfigEntry.nothing : ConfigEntry.noEntries(ofVersion: version)
        try write(entries, as: ConfigEntry.form(none: none), head: head)
    }
}

extension ConfigEntry {
    /// What is said where no version was ever published.
    static let nothing = Wording("게시된 설정이 없습니다.", "Nothing is published.")

    /// What is said where the newest version was published without entries.
    static func noEntries(ofVersion version: UInt64) -> Wording {
        Wording("버전 \(version)에는 항목이 없습니다.", "Version \(version) has no entries.")
    }

    /// How entries are shown.
    ///
    /// - Parameter none: What is said where there are none.
    /// - Returns: The form.
    static func form(none: Wording) -> RowForm<ConfigEntry> {
        RowForm(
            "entries",
            "entry",
            none: none,
            fields: [.text("key", \.key), .text("value", \.value)],
            columns: [
                .text(Wording("키", "KEY"), fitting: .whole, \.key),
                .text(Wording("값", "VALUE"), \.value),
            ]
        )
    }
}
