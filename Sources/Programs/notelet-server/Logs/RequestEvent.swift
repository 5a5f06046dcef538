import Domain
import Logging
import TTRPC

/// The end of a request.
///
/// A line about it has the app, a number for the request, the method, the status and the duration,
/// and nothing of who called or what about. The number tells the request from all others, but not
/// which requests came over one connection: together with the times in a store that could tell who
/// wrote a note.
struct RequestEvent: LogEvent {
    let record: CallRecord
    /// Nil where it was for no app that there is.
    let app: AppName?
    let kind: Kind

    /// Why the request is worth a line.
    enum Kind: Sendable {
        /// Each single one is asked for.
        case plain
        /// It took longer than it should.
        case slow
        /// The server broke a rule of its own.
        case failed
    }

    var level: LogLevel {
        switch kind {
        case .plain: .debug
        case .slow: .warning
        case .failed: .error
        }
    }

    var name: StaticString {
        switch kind {
        case .plain: "request"
        case .slow: "slow-request"
        case .failed: "failed-request"
        }
    }

    func describe(in line: inout LogLine) {
        let digits = String(record.number, radix: 16)
        if let app { line.add("app", app.text) }
        line.add("request", String(repeating: "0", count: 16 - digits.count) + digits)
        // What a caller asks for and does not exist is not repeated: it could be anything.
        line.add("method", record.method.map { "\($0.service)/\($0.method)" } ?? "unknown")
        line.add("status", record.code.description)
        line.add("duration_ms", nanoseconds: record.durationNanoseconds)
    }
}
