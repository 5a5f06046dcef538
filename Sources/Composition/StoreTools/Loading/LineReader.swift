/// Where the bytes of a dump come from.
package protocol DumpInput: AnyObject {
    /// Reads some more bytes; none at the end.
    ///
    /// - Throws: `.system`.
    func read() throws(StoreToolError) -> [UInt8]
}

/// The lines of a dump, one after the other.
struct LineReader {
    private let input: any DumpInput
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false

    init(_ input: any DumpInput) {
        self.input = input
    }

    /// The next line with its end; the last one may lack it, and at the end there is nil.
    ///
    /// - Throws: `.notDump` for a line longer than any dump has.
    mutating func next() throws(StoreToolError) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                guard end - start < DumpLines.lineByteCountMax else { throw Self.tooLong }
                defer { start = end + 1 }
                return buffer[start...end]
            }
            if hasEnded {
                defer { start = buffer.count }
                return start == buffer.count ? nil : buffer[start...]
            }
            guard buffer.count - start <= DumpLines.lineByteCountMax else { throw Self.tooLong }
            buffer.removeSubrange(..<start)
            searched = buffer.count
            start = 0
            let more = try input.read()
            hasEnded = more.isEmpty
            buffer += more
        }
    }

    private static let tooLong = StoreToolError.notDump("it has a line longer than any of a dump")
}
