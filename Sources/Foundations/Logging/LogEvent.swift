/// Something that is worth a line in a log.
///
/// The type of an event decides what a line can say. An enumeration whose cases carry numbers and
/// names from the program itself cannot let what a person wrote slip into a log.
package protocol LogEvent: Sendable {
    /// How much the event matters.
    var level: LogLevel { get }

    /// What happened, in words joined by dashes, such as `store-opened`.
    var name: StaticString { get }

    /// Adds what else there is to say; called on the thread that writes the log.
    func describe(in line: inout LogLine)
}
