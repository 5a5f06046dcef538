/// How a line of a log is written.
package enum LogFormat: String, CaseIterable, Sendable {
    /// `key=value` pairs with spaces between them, for people.
    case logfmt
    /// An object of JSON, for programs.
    case json
}
