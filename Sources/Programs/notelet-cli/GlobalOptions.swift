import CommandLineInterface
import NoteletClient

/// The options that every command takes.
enum GlobalOptions {
    static let server = Option<String>(
        "server",
        .serverAddress,
        default: "tcp://127.0.0.1:7575",
        environment: "NOTELET_SERVER",
        help: "Address of the server: tls://HOST:PORT is encrypted, tcp://HOST:PORT and "
            + "unix:///PATH are not. Where none is named, that of the session counts."
    )
    static let authorities = Option<String?>.optional(
        "ca-file",
        .file,
        environment: "NOTELET_CA_FILE",
        help: "File of the authorities that the certificate of a tls:// server must come from, in "
            + "PEM form; by default those of the session, or those that the system trusts."
    )
    static let certificate = Option<String?>.optional(
        "client-certificate",
        .file,
        environment: "NOTELET_CLIENT_CERTIFICATE",
        help: "File of your own certificate, for tls:// servers that demand one."
    )
    static let key = Option<String?>.optional(
        "client-key",
        .file,
        environment: "NOTELET_CLIENT_KEY",
        help: "File of the private key to it; by default the same file."
    )
    /// Where the session is unless another file is named.
    static let usualSession = "~/.config/notelet/session.json"
    static let session = Option<String>(
        "session",
        .file,
        default: usualSession,
        environment: "NOTELET_SESSION",
        help: "File that keeps the session, readable by you alone; its folder must be there, but "
            + "for the usual one."
    )
    static let timeout = Option<Duration>(
        "timeout",
        .patience,
        default: "30s",
        environment: "NOTELET_TIMEOUT",
        help: "How long to wait for an answer, all attempts together."
    )
    static let json = PresentationOptions.json
    static let color = PresentationOptions.color
    static let language = Option<Language?>.optional(
        "lang",
        .choice("LANGUAGE"),
        help: "Language of what you read; by default that of LANG."
    )

    static let all: [any ParameterDeclaration] = [
        server, authorities, certificate, key, session, timeout, json, color, language,
    ]
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
        expectation: "an address like tls://example.com:7575 or unix:///run/notelet.sock",
        parse: { text in (try? Notelet(text)) == nil ? nil : text }
    )

    /// The text of a note or an answer.
    static let content = ValueSyntax.text.named("TEXT")
}

extension ValueSyntax<Duration> {
    /// How long somebody waits.
    static let patience = ValueSyntax(
        placeholder: "TIME",
        expectation: "a time from 100ms to 1h, such as 5s",
        parse: { text in
            let range = Duration.milliseconds(100)...Duration.seconds(3_600)
            return ValueSyntax.duration.parse(text).flatMap { range.contains($0) ? $0 : nil }
        }
    )
}
