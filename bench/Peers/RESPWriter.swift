/// Builds one command of Redis in its protocol RESP 2: an array of bulk strings.
///
/// A load tool makes a command once, remembers where its parts lie, and changes them in place.
struct RESPWriter {
    /// The command so far.
    private(set) var bytes: [UInt8] = []

    /// Begins a command of a number of parts, its name among them.
    init(partCount: Int) {
        append("*\(partCount)\r\n")
    }

    /// Makes a command of words.
    init(_ words: [String]) {
        self.init(partCount: words.count)
        for word in words { write(Array(word.utf8)) }
    }

    /// Appends a part, and returns where its bytes lie.
    @discardableResult
    mutating func write(_ part: [UInt8]) -> Range<Int> {
        append("$\(part.count)\r\n")
        let start = bytes.count
        bytes += part
        append("\r\n")
        return start..<start + part.count
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
