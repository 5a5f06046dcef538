internal import Foundation
internal import TextForms

extension Command {
    /// `config`, for programs that have a file of settings: shows what is in effect.
    package static let config = config(and: [])

    /// `config` with more commands below it than the one that shows what is in effect.
    package static func config(and others: [Command]) -> Command {
        Command("config", summary: "Look at the configuration", subcommands: [show] + others)
    }

    private static let show = Command(
        "show",
        summary: "Show the settings in effect, as a file of settings",
        discussion: """
            The output can be used as a file of settings. With --origin it is a table that also \
            says where each value comes from: the command line, the environment, a line of the \
            file, or the default. What a section does not set is shown as it counts there.
            """,
        options: [originOption, jsonOption],
        action: { invocation in
            try TextOutput.standard.write(try configuration(of: invocation))
            return .success
        }
    )

    private static let originOption = Option<Bool>.flag(
        "origin",
        help: "Say where each value comes from."
    )
    private static let jsonOption = Option<Bool>.flag(
        "json",
        help: "Show an object: 'version' 1, 'settings', a list of objects with name, values, "
            + "origin and environment, and 'sections', where the file has some, each with kind, "
            + "name and the settings that count in it."
    )

    private static func configuration(of invocation: Invocation) throws -> String {
        let settings = ShownSetting.settings(invocation.path.first?.settings ?? [], of: invocation)
        let sections = invocation.sections.map { section in
            ShownSection(
                kind: section.kind,
                name: section.name,
                settings: ShownSetting.settings(section.options, of: section.values)
            )
        }
        if invocation[jsonOption] { return try ShownSetting.json(settings, sections) }
        return invocation[originOption]
            ? ShownSetting.table(settings, sections) : ShownSetting.file(settings, sections)
    }
}

/// What `config show --json` shows; a new version keeps what an old one has.
private struct ShownSettings: Encodable {
    var version = 1
    let settings: [ShownSetting]
    /// Left out where there are none.
    let sections: [ShownSection]?
}

/// A section as `config show` shows it: what counts in it.
private struct ShownSection: Encodable {
    let kind: String
    let name: String
    let settings: [ShownSetting]

    var heading: String { "[\(kind) \(name)]" }
}

/// A setting as `config show` shows it.
private struct ShownSetting: Encodable {
    let name: String
    let values: [String]
    let origin: String
    let environment: String?

    /// What settings are, and where from.
    static func settings(_ parameters: [Parameter], of invocation: Invocation) -> [ShownSetting] {
        parameters.map { parameter in
            ShownSetting(
                name: parameter.name,
                values: invocation.texts(of: parameter),
                origin: invocation.origin(of: parameter).description,
                environment: parameter.environmentName
            )
        }
    }

    /// Lines that can be read as a file of settings; what is not set is commented out.
    static func file(_ settings: [ShownSetting], _ sections: [ShownSection]) -> String {
        lines(settings)
            + sections.map { "\n\($0.heading)\n" + lines($0.settings) }.joined()
    }

    private static func lines(_ settings: [ShownSetting]) -> String {
        settings.map { setting in
            setting.values.isEmpty
                ? "# \(setting.name) =\n"
                : setting.values.map { "\(setting.name) = \($0.terminalSafe)\n" }.joined()
        }.joined()
    }

    static func table(_ settings: [ShownSetting], _ sections: [ShownSection]) -> String {
        var table = TextTable(columns: [.init("SETTING"), .init("VALUE"), .init("FROM")])
        for setting in settings { table.append(setting.row) }
        for section in sections {
            for setting in section.settings {
                table.append(["\(section.heading) \(setting.row[0])"] + setting.row.dropFirst())
            }
        }
        return table.text(border: .spaces)
    }

    private var row: [String] { [name, values.joined(separator: ", "), origin] }

    static func json(_ settings: [ShownSetting], _ sections: [ShownSection]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let shown = ShownSettings(
            settings: settings,
            sections: sections.isEmpty ? nil : sections
        )
        let data = try encoder.encode(shown)
        return String(decoding: JSONText.showable(Array(data)), as: UTF8.self) + "\n"
    }
}
