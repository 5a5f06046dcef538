/// A line of a log of which the time, and a last number, are filled in later.
///
/// It is for the end of a process, when nothing can be put together any more.
package struct LineForm: Sendable {
    /// The line without its end, with a time of 1970 in it.
    package let head: [UInt8]
    /// Where in the line its time begins: 24 bytes of RFC 3339, in UTC to the millisecond.
    package let timeOffset: Int
    /// What comes before the number, if there is one.
    package let label: [UInt8]
    /// The end of the line.
    package let tail: [UInt8]

    /// Forms the line of an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - format: How the line is written.
    ///   - key: What the number is.
    package init(_ event: some LogEvent, as format: LogFormat, numberKey key: StaticString) {
        let time = EventTime(milliseconds: 0)
        let line = LogLine(event, at: time, format: format).bytes
        switch format {
        case .logfmt:
            timeOffset = "time=".utf8.count
            tail = Array("\n".utf8)
            label = Array(" \(key)=".utf8)
        case .json:
            timeOffset = "{\"time\":\"".utf8.count
            tail = Array("}\n".utf8)
            label = Array(",\"\(key)\":".utf8)
        }
        head = Array(line.dropLast(tail.count))
    }
}
