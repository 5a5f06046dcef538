extension StringProtocol {
    /// The text with everything that could command a terminal made visible.
    ///
    /// Text of strangers must pass through here on its way to a terminal: escape sequences could
    /// move the cursor, rename the window or forge output, and direction overrides could show words
    /// in another order. A line break becomes `⏎` and a tab a space, so the result is one line.
    package var terminalSafe: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result.unicodeScalars.append("⏎")
            case "\r": continue
            case "\t": result.unicodeScalars.append(" ")
            default: result.unicodeScalars.append(scalar.visible)
            }
        }
        return result
    }

    /// The same for what goes to a file that somebody may show on a terminal later: ends of lines
    /// and tabs stay what they are.
    package var fileSafe: String {
        var result = ""
        for scalar in unicodeScalars {
            let isKept = ["\n", "\r", "\t"].contains(scalar)
            result.unicodeScalars.append(isKept ? scalar : scalar.visible)
        }
        return result
    }

    /// The same for text of several lines, whose line breaks stay.
    package var terminalSafeLines: String {
        var result = ""
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex != startIndex { result += "\n" }
            result += line.terminalSafe
        }
        return result
    }
}

extension Unicode.Scalar {
    /// What is shown in its place where it could command a terminal.
    fileprivate var visible: Unicode.Scalar {
        // The block of control pictures has one for each control character.
        if value < 0x20 { return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}" }
        return isUnsafeOnTerminal ? "\u{FFFD}" : self
    }

    /// Deletion, the second set of control characters, separators and direction overrides.
    fileprivate var isUnsafeOnTerminal: Bool {
        switch value {
        case 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C: true
        default: false
        }
    }
}
