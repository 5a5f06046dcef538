package import CommandLineInterface
import NoteletClient

/// The options that every command takes.
package enum GlobalOptions {
    static let server = Option<String>(
        "server",
        .serverAddress,
        default: "tcp://127.0.0.1:7575",
        environment: "NOTELET_SERVER",
        help: Wording(
            "서버 주소입니다. tls://호스트:포트는 암호화되고, tcp://호스트:포트와 unix:///경로는 암호화되지 않습니다. "
                + "지정하지 않으면 세션의 서버를 사용합니다.",
            "Address of the server: tls://HOST:PORT is encrypted, tcp://HOST:PORT and "
                + "unix:///PATH are not. Where none is named, that of the session counts."
        )
    )
    static let authorities = Option<String?>.optional(
        "ca-file",
        .path,
        environment: "NOTELET_CA_FILE",
        help: Wording(
            "tls:// 서버의 인증서를 발급한 인증 기관의 PEM 파일입니다. 지정하지 않으면 세션의 것이나 시스템이 신뢰하는 것을 사용합니다.",
            "File of the authorities that the certificate of a tls:// server must come from, in "
                + "PEM form; by default those of the session, or those that the system trusts."
        )
    )
    static let certificate = Option<String?>.optional(
        "client-certificate",
        .path,
        environment: "NOTELET_CLIENT_CERTIFICATE",
        help: Wording(
            "인증서를 요구하는 tls:// 서버에 제시할 내 인증서 파일입니다.",
            "File of your own certificate, for tls:// servers that demand one."
        )
    )
    static let key = Option<String?>.optional(
        "client-key",
        .path,
        environment: "NOTELET_CLIENT_KEY",
        help: Wording(
            "그 인증서의 개인 키 파일입니다. 지정하지 않으면 인증서와 같은 파일을 사용합니다.",
            "File of the private key to it; by default the same file."
        )
    )
    /// Where the session is unless another file is named.
    static let usualSession = "~/.config/notelet/session.json"
    static let session = Option<String>(
        "session",
        .path,
        default: usualSession,
        environment: "NOTELET_SESSION",
        help: Wording(
            "세션을 보관하는 파일이며 본인만 읽을 수 있습니다. 기본 파일이 아니라면 폴더가 이미 있어야 합니다.",
            "File that keeps the session, readable by you alone; its folder must be there, but "
                + "for the usual one."
        )
    )
    static let timeout = Option<Duration>(
        "timeout",
        .patience,
        default: "30s",
        environment: "NOTELET_TIMEOUT",
        help: Wording(
            "모든 시도를 합하여 응답을 기다리는 시간입니다.",
            "How long to wait for an answer, all attempts together."
        )
    )
    static let json = PresentationOptions.json.worded(
        help: PresentationOptions.json.parameter.texts.help.inKorean("텍스트 대신 JSON을 출력합니다.")
    )
    static let color = PresentationOptions.color.worded(
        placeholder: PresentationOptions.color.parameter.texts.placeholder.inKorean("언제"),
        help: PresentationOptions.color.parameter.texts.help.inKorean(
            "색을 넣을 때를 정합니다. auto는 터미널에서만, always는 언제나 넣고, never는 넣지 않습니다."
        )
    )
    /// How rows are shown; not for every command, but for those that show some.
    package static let format = PresentationOptions.format.worded(
        placeholder: PresentationOptions.format.parameter.texts.placeholder.inKorean("형식"),
        help: PresentationOptions.format.parameter.texts.help.inKorean(
            "목록을 출력할 형식입니다. table은 사람이 읽는 표, json은 JSON 문서 하나, jsonl은 한 줄에 JSON 문서 하나, "
                + "csv는 머리글이 있는 CSV입니다. 지정하지 않으면 표로 출력합니다."
        )
    )
    /// The language of what a person reads.
    package static let language = Option<Language?>.optional(
        "lang",
        .choice(Wording("언어", "LANGUAGE")),
        help: Wording(
            "읽을 글의 언어입니다. 지정하지 않으면 LANG의 언어를 따릅니다.",
            "Language of what you read; by default that of LANG."
        )
    )

    /// All that count for every command.
    package static let all: [any ParameterDeclaration] = [
        server, authorities, certificate, key, session, timeout, json, color, language,
    ]
}

extension ValueSyntax<String> {
    /// An address that a client can connect to.
    static let serverAddress = ValueSyntax(
        placeholder: Placeholder.address,
        expectation: Wording(
            "tls://example.com:7575나 unix:///run/notelet.sock과 같은 주소",
            "an address like tls://example.com:7575 or unix:///run/notelet.sock"
        ),
        parse: { text in
            // The client knows https:// as well, but sockets do all that HTTP does, and more.
            let isOfSockets = ["tls://", "tcp://", "unix://"].contains { text.hasPrefix($0) }
            return isOfSockets && (try? Notelet(text)) != nil ? text : nil
        }
    )
}

extension ValueSyntax<Duration> {
    /// How long somebody waits.
    static let patience = ValueSyntax(
        placeholder: Wording("시간", "TIME"),
        expectation: Wording("5s처럼 쓴, 100ms에서 1h까지의 시간", "a time from 100ms to 1h, such as 5s"),
        parse: { text in
            let range = Duration.milliseconds(100)...Duration.seconds(3_600)
            return ValueSyntax.duration.parse(text).flatMap { range.contains($0) ? $0 : nil }
        }
    )
}
