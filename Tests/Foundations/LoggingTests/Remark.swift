import Logging

/// An event that says what a test wants.
struct Remark: LogEvent {
    var level = LogLevel.info
    var fields: @Sendable (inout LogLine) -> Void = { _ in }

    var name: StaticString { "remark" }

    func describe(in line: inout LogLine) {
        fields(&line)
    }

    /// A remark with a number.
    static func number(_ number: Int, level: LogLevel = .info) -> Remark {
        Remark(level: level) { $0.add("number", number) }
    }
}
