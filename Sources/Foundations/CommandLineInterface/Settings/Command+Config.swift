internal import Foundation
internal import TextForms

extension Command {
    /// `config`, for programs that have a file of settings: shows what is in effect.
    package static let config = Command(
        "config",
        summary: "Look at the configuration",
        subcommands: [
            Command(
                "show",
                summary: "Show the settings in effect, as a file of settings",
                discussion: """
                    The output can be used as a file of settings. With --origin it is a table that \
                    also says where each value comes from: the command line, the environment, a \
                    line of the file, or the default.
                    """,
                options: [originOption, jsonOption],
                action: { invocation in
                    try TextOutput.standard.write(try configuration(of: invocation))
                    return .success
                }
            )
        ]
    )

    private static let originOption = Option<Bool>.flag(
        "origin",
        help: "Say where each value comes from."
    )
    private static let jsonOption = Option<Bool>.flag(
        "json",
        help: "Show an object: 'version' 1, and 'settings', a list of objects with name, values, "
            + "origin and environment."
    )

    private static func configuration(of invocation: Invocation) throws -> String {
        let settings = (invocation.path.first?.settings ?? []).map { parameter in
            ShownSetting(
                name: parameter.name,
                values: invocation.texts(of: parameter),
                origin: invocation.origin(of: parameter).description,
                environment: parameter.environmentName
            )
        }
        if invocation[jsonOption] { return try ShownSetting.json(settings) }
        return invocation[originOption] ? ShownSetting.table(settings) : ShownSetting.file(settings)
    }
}

/// What `config show --json` shows; a new version keeps what an old one has.
private struct ShownSettings: Encodable {
    var version = 1
    let settings: [ShownSetting]
}

/// A setting as `config show` shows it.
private struct ShownSetting: Encodable {
    let name: String
    let values: [String]
    let origin: String
    let environment: String?

    /// Lines that can be read as a file of settings; what is not set is commented out.
    static func file(_ settings: [ShownSetting]) -> String {
        settings.map { setting in
            setting.values.isEmpty
                ? "# \(setting.name) =\n"
                : setting.values.map { "\(setting.name) = \($0.terminalSafe)\n" }.joined()
        }.joined()
    }

    static func table(_ settings: [ShownSetting]) -> String {
        var table = TextTable(columns: [.init("SETTING"), .init("VALUE"), .init("FROM")])
        for setting in settings {
            table.append([setting.name, setting.values.joined(separator: ", "), setting.origin])
        }
        return table.text(border: .spaces)
    }

    static func json(_ settings: [ShownSetting]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(ShownSettings(settings: settings))
        return String(decoding: JSONText.showable(Array(data)), as: UTF8.self) + "\n"
    }
}
