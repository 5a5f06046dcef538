import Testing

@testable import Logging

@Suite("Lines")
struct LogLineTests {
    private static let time = EventTime(milliseconds: 1_795_254_667_042)

    @Test("A line has the time, the level, the event and its fields")
    func lineIsComplete() {
        let event = Remark(level: .warning) { line in
            line.add("path", "/var/lib/notelet")
            line.add("count", -3)
            line.add("duration_ms", nanoseconds: 1_234_567)
            line.add("addresses", ["tcp://[::1]:7575", "unix:///a b"])
        }
        #expect(
            text(event, .logfmt) == "time=2026-11-21T09:51:07.042Z level=warning event=remark "
                + "path=/var/lib/notelet count=-3 duration_ms=1.234 "
                + "addresses=\"tcp://[::1]:7575,unix:///a b\"\n"
        )
        #expect(
            text(event, .json) == #"{"time":"2026-11-21T09:51:07.042Z","level":"warning","#
                + #""event":"remark","path":"/var/lib/notelet","count":-3,"duration_ms":1.234,"#
                + #""addresses":["tcp://[::1]:7575","unix:///a b"]}"# + "\n"
        )
    }

    @Test("An event without fields and an empty list are a whole line too")
    func emptyIsWhole() {
        let event = Remark { $0.add("addresses", []) }
        #expect(text(event, .logfmt).hasSuffix("event=remark addresses=\"\"\n"))
        #expect(text(event, .json).hasSuffix(#""event":"remark","addresses":[]}"# + "\n"))
        #expect(text(Remark(), .logfmt).hasSuffix("level=info event=remark\n"))
    }

    @Test(
        "A text is quoted where it needs to be, and shows nothing that commands a terminal",
        arguments: [
            ("쪽지", "쪽지"), ("", "\"\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""),
            ("\"\\", #""\"\\""#), ("a\nb", #""a\nb""#), ("\u{1B}[2J", #""\u001b[2J""#),
            ("\u{202E}", #""\u202e""#), ("\u{2066}", #""\u2066""#),
            ("\u{200B}", #""\u200b""#), ("\u{FEFF}", #""\ufeff""#), ("\u{9B}", #""\u009b""#),
            ("\u{1F4DD}", "\u{1F4DD}"), ("\u{2028}", #""\u2028""#), ("\u{7F}", #""\u007f""#),
            ("\u{E0001}", #""\udb40\udc01""#),
        ]
    )
    func textIsSafe(text: String, shown: String) {
        let event = Remark { $0.add("text", text) }
        #expect(self.text(event, .logfmt).hasSuffix(" text=\(shown)\n"))
        let json = shown.hasPrefix("\"") ? shown : "\"\(shown)\""
        #expect(self.text(event, .json).hasSuffix(",\"text\":\(json)}\n"))
    }

    @Test("Levels are ordered by how much they matter")
    func levelsAreOrdered() {
        #expect(LogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }

    private func text(_ event: Remark, _ format: LogFormat) -> String {
        String(decoding: LogLine(event, at: Self.time, format: format).bytes, as: UTF8.self)
    }
}
