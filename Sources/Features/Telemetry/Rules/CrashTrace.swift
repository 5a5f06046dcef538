internal import Domain

extension Crash {
    /// What crashes of the same cause have in common.
    ///
    /// It is the type, and the five innermost frames without what is another number in each build
    /// and each run; where there is no stack, the first line of the reason instead of frames.
    /// Numbers, addresses and other long hexadecimal words and UUIDs are left out where they are
    /// words of their own: `reload2` stays what it is.
    package var trace: String {
        let countMax = stack.isEmpty ? 1 : DomainLimits.signatureFramesMax
        let lines = Self.lines(of: stack.isEmpty ? reason : stack, countMax: countMax)
        return ([exceptionType] + lines).joined(separator: "\n")
    }

    /// The first lines of a text that say something beside numbers, in their common form; what is
    /// below them is not looked at.
    private static func lines(of text: String, countMax: Int) -> [String] {
        var lines: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty, lines.count < countMax {
            let line = rest.prefix { $0 != "\n" && $0 != "\r" }
            rest = rest[line.endIndex...].dropFirst()
            let common = commonForm(of: line)
            if !common.isEmpty { lines.append(common) }
        }
        return lines
    }

    /// The words of a line that are the same in each build and each run, and what stands between
    /// them, with one space for several.
    private static func commonForm(of line: Substring.UnicodeScalarView) -> String {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var word = String.UnicodeScalarView()
        func endWord() {
            part.append(contentsOf: lastingParts(of: word))
            word.removeAll()
        }
        for scalar in line {
            if scalar == " " || scalar == "\t" {
                endWord()
                if !part.isEmpty { parts.append(String(part)) }
                part.removeAll()
            } else if isOfWord(scalar) {
                word.append(scalar)
            } else {
                endWord()
                part.append(scalar)
            }
        }
        endWord()
        if !part.isEmpty { parts.append(String(part)) }
        return parts.joined(separator: " ")
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return true }
        return scalar.properties.isAlphabetic || isDecimal(scalar)
            || scalar == "_" || scalar == "$" || scalar == "-"
    }

    /// A word without those of its parts between hyphens that are mere numbers.
    private static func lastingParts(
        of word: String.UnicodeScalarView
    ) -> String.UnicodeScalarView {
        if isUUID(word) { return String.UnicodeScalarView() }
        let parts = word.split(separator: "-").filter { !isNumber($0) }
        return String.UnicodeScalarView(parts.joined(separator: ["-"]))
    }

    /// Whether a word is 8, 4, 4, 4 and 12 hexadecimal digits.
    private static func isUUID(_ word: String.UnicodeScalarView) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.allSatisfy(isHexadecimal) }
    }

    /// Whether a word is a number, in whichever form, or an address.
    private static func isNumber(_ word: Substring.UnicodeScalarView) -> Bool {
        if word.allSatisfy(isDecimal) { return true }
        if word.starts(with: "0x".unicodeScalars) {
            return word.dropFirst(2).allSatisfy(isHexadecimal)
        }
        return word.count >= addressDigitsMin && word.allSatisfy(isHexadecimal)
            && word.contains(where: isDecimal)
    }

    /// A word of hexadecimal digits without `0x` is taken for an address from here on.
    private static var addressDigitsMin: Int { 8 }

    private static func isDecimal(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

    private static func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
        isDecimal(scalar) || "a"..."f" ~= scalar || "A"..."F" ~= scalar
    }
}
