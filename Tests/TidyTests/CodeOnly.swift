/// Returns Swift text with comments and the insides of strings replaced by spaces.
///
/// Line breaks stay, so positions keep their lines. Interpolations count as inside the string.
/// Regex literals are not known; there are none.
func codeOnly(_ text: String) -> String {
    var scanner = CodeScanner(bytes: Array(text.utf8))
    return String(decoding: scanner.run(), as: UTF8.self)
}

private struct CodeScanner {
    private var bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func run() -> [UInt8] {
        while position < bytes.count {
            // Nearly all bytes begin nothing, and there are millions of them.
            switch bytes[position] {
            case UInt8(ascii: "/"): passSlash()
            case UInt8(ascii: "\""), UInt8(ascii: "#"): passQuote()
            default: position += 1
            }
        }
        return bytes
    }

    private mutating func passSlash() {
        if looking(at: "//") {
            blankUntilLineEnd()
        } else if looking(at: "/*") {
            blankBlockComment()
        } else {
            position += 1
        }
    }

    private mutating func passQuote() {
        if let hashCount = stringStart() {
            blankString(hashCount: hashCount)
        } else {
            position += 1
        }
    }

    private func looking(at word: StaticString, from start: Int? = nil) -> Bool {
        let start = start ?? position
        guard start + word.utf8CodeUnitCount <= bytes.count else { return false }
        return word.withUTF8Buffer { $0.elementsEqual(bytes[start..<start + $0.count]) }
    }

    private mutating func blank(_ count: Int) {
        for index in position..<min(position + count, bytes.count)
        where bytes[index] != UInt8(ascii: "\n") {
            bytes[index] = UInt8(ascii: " ")
        }
        position = min(position + count, bytes.count)
    }

    private mutating func blankUntilLineEnd() {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
            bytes[position] = UInt8(ascii: " ")
            position += 1
        }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if looking(at: "/*") {
                depth += 1
                blank(2)
            } else if looking(at: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && position < bytes.count
    }

    /// The number of hashes before the quote where a string starts here, else nil.
    private func stringStart() -> Int? {
        var index = position
        while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        return index - position
    }

    private mutating func blankString(hashCount: Int) {
        position += hashCount
        let quoteCount = looking(at: "\"\"\"") ? 3 : 1
        position += quoteCount
        while position < bytes.count {
            if isEscape(hashCount: hashCount) {
                blank(1 + hashCount)
                if looking(at: "(") { blankInterpolation() } else { blank(1) }
            } else if isEnd(quoteCount: quoteCount, hashCount: hashCount) {
                position += quoteCount + hashCount
                return
            } else if quoteCount == 1, bytes[position] == UInt8(ascii: "\n") {
                return
            } else {
                blank(1)
            }
        }
    }

    private func isEscape(hashCount: Int) -> Bool {
        bytes[position] == UInt8(ascii: "\\") && hasHashes(hashCount, at: position + 1)
    }

    private func isEnd(quoteCount: Int, hashCount: Int) -> Bool {
        let isQuote = quoteCount == 3 ? looking(at: "\"\"\"") : looking(at: "\"")
        return isQuote && hasHashes(hashCount, at: position + quoteCount)
    }

    private func hasHashes(_ count: Int, at start: Int) -> Bool {
        guard start + count <= bytes.count else { return false }
        return bytes[start..<start + count].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    private mutating func blankInterpolation() {
        var depth = 0
        repeat {
            if let hashCount = stringStart() {
                let start = position
                blankString(hashCount: hashCount)
                let end = position
                position = start
                blank(end - start)
            } else {
                if looking(at: "(") { depth += 1 }
                if looking(at: ")") { depth -= 1 }
                blank(1)
            }
        } while depth > 0 && position < bytes.count
    }
}
