package import CommandLineInterface
import Foundation
import NoteletClient
import PersonCommands
import TelemetryClient

/// What a person can tell of how an application is used, as the application would.
package enum Telemetry {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "telemetry",
            summary: Wording(
                "앱이 하듯이 이벤트와 충돌을 알립니다",
                "Tell of events and crashes, as applications do"
            ),
            discussion: Wording(
                "로그인하지 않아도 되며, 로그인한 계정은 전송되지도 저장되지도 않습니다.",
                "Nobody has to sign in, and whoever is signed in is neither sent nor kept."
            ),
            subcommands: [event, crash]
        )
    ]

    private static let name = Argument.text(
        Wording("이름", "NAME"),
        help: Wording(
            "영어 소문자, 숫자, 점, 밑줄로 된 1자에서 64자까지의 이름입니다.",
            "1 to 64 lower-case letters of English, digits, dots and underscores."
        )
    )
    private static let properties = Argument<[Pair]>.variadic(
        ValueSyntax.pair.placeholder,
        .pair,
        help: Wording("이벤트의 속성이며 20개까지입니다.", "What goes with it: 20 at most.")
    )
    private static let type = Argument.text(
        Wording("종류", "TYPE"),
        help: Wording("충돌의 종류입니다.", "The type of what ended the application.")
    )
    private static let stack = Argument.optionalText(
        Placeholder.text,
        help: Wording(
            "호출 스택입니다. '-'라고 쓰면 표준 입력에서 읽습니다.",
            "What was called; '-' reads standard input."
        )
    )
    private static let reason = Option.text("reason", help: Wording("충돌의 설명입니다.", "What it said."))
    private static let appVersion = Option.text(
        "app-version",
        help: Wording("앱의 버전입니다.", "The version of the application.")
    )
    private static let platform = Option.text(
        "platform",
        help: Wording("앱이 실행되는 환경입니다.", "What the application runs on.")
    )

    private static let event = Command(
        "event",
        summary: Wording("이벤트 하나를 알립니다", "Tell of an event"),
        options: [appVersion, platform],
        arguments: [name, properties],
        run: { context in
            let event = TelemetryEvent(
                name: context[name],
                occurredAt: Timestamp(Date()),
                properties: Dictionary(context[properties].map { ($0.key, $0.value) }) { $1 }
            )
            let response = try await context.notelet.logEvents(
                events: [event],
                appVersion: context[appVersion],
                platform: context[platform],
                installation: ""
            )
            try write(isKept: response.accepted > 0, context)
        }
    )

    private static let crash = Command(
        "crash",
        summary: Wording("충돌 하나를 알립니다", "Tell of a crash"),
        options: [reason, appVersion, platform],
        arguments: [type, stack],
        run: { context in
            let request = ReportCrashRequest(
                exceptionType: context[type],
                reason: context[reason],
                stack: try TextSource.text(context[stack] ?? "", context),
                appVersion: context[appVersion],
                platform: context[platform],
                occurredAt: Timestamp(Date())
            )
            try write(isKept: try await context.notelet.reportCrash(request), context)
        }
    )

    private static func write(isKept: Bool, _ context: CommandContext) throws {
        let document: [JSON.Member] = [("accepted", .bool(isKept))]
        if isKept {
            try context.write(document, "보관했습니다.", "It is kept.")
        } else {
            try context.write(document, "서버가 버렸습니다.", "The server dropped it.")
        }
    }
}

/// A key and a value in one text.
struct Pair: Equatable, Sendable {
    let key: String
    let value: String

    /// Parts a text at its first equals sign; nil where it has none.
    init?(_ text: String) {
        // By its bytes: what the value begins with may be one character with the equals sign.
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        key = String(Substring(text.utf8[..<end]))
        value = String(Substring(text.utf8[end...].dropFirst()))
    }
}

extension ValueSyntax<Pair> {
    /// A key and a value with an equals sign between them.
    static let pair = ValueSyntax(
        placeholder: Wording("키=값", "KEY=VALUE"),
        expectation: Wording(
            "키와 값을 '='로 이은 텍스트",
            "a key and a value with an equals sign between them"
        ),
        parse: { Pair($0) }
    )
}
