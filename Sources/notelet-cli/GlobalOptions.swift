import CommandLineInterface
import NoteletClient

/// The options that every command takes.
enum GlobalOptions {
    static let server = Option<String>(
        "server",
        .serverAddress,
        default: "tcp://127.0.0.1:7575",
        environment: "NOTELET_SERVER",
        help: "Address of the server, tcp://HOST:PORT or unix:///PATH."
    )
    static let session = Option<String>(
        "session",
        .file,
        default: "~/.config/notelet/session.json",
        environment: "NOTELET_SESSION",
        help: "File that keeps the session, readable by you alone."
    )
    static let json = Option<Bool>.flag(
        "json",
        help: "Write JSON instead of text."
    )
    static let color = Option<ColorChoice>(
        "color",
        .choice("WHEN"),
        default: "auto",
        help: "When to colour text: on a terminal, always or never."
    )
    static let language = Option<Language?>.optional(
        "lang",
        .choice("LANGUAGE"),
        help: "Language of what you read; by default that of LANG."
    )

    static let all: [any ParameterDeclaration] = [server, session, json, color, language]
}

/// The languages in which the service and this program speak.
enum Language: String, CaseIterable {
    /// 한국어
    case korean = "ko"
    /// English
    case english = "en"

    /// The language of an environment, as POSIX finds it; anything but Korean is English.
    init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = locale?.hasPrefix("ko") == true ? .korean : .english
    }
}

extension ValueSyntax<String> {
    /// An address that a client can connect to.
    static let serverAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like tcp://127.0.0.1:7575 or unix:///run/notelet.sock",
        parse: { text in (try? Notelet(text)) == nil ? nil : text }
    )

    /// The text of a note or an answer.
    static let content = ValueSyntax.text.named("TEXT")
}

extension ValueSyntax<Identifier> {
    /// The id of a note.
    static let identifier = ValueSyntax(
        placeholder: "ID",
        expectation: "an id like 0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10",
        parse: { Identifier($0) }
    )
}
