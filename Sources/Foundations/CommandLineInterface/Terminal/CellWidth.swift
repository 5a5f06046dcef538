extension StringProtocol {
    /// How many cells of a terminal the text takes, if it holds no control characters.
    ///
    /// Korean, Chinese and Japanese letters and emoji take two; marks that join the letter before
    /// them take none. A letter built of several scalars is as wide as its widest one, at most two.
    package var cellWidth: Int {
        var width = 0
        for character in self { width += character.cellWidth }
        return width
    }

    /// Returns the longest beginning that fits the given number of cells.
    package func prefix(cellWidth widthMax: Int) -> SubSequence {
        var width = 0
        var end = startIndex
        while end < endIndex {
            width += self[end].cellWidth
            if width > widthMax { break }
            formIndex(after: &end)
        }
        return self[..<end]
    }

    /// Returns the text, cut to fit the given number of cells; an ellipsis says that it was cut.
    package func truncated(toCellWidth widthMax: Int) -> String {
        guard cellWidth > widthMax else { return String(self) }
        guard widthMax > 0 else { return "" }
        return prefix(cellWidth: widthMax - 1) + "…"
    }
}

extension Character {
    /// How many cells the letter takes: none, one or two.
    package var cellWidth: Int {
        var widest = 0
        for scalar in unicodeScalars {
            // The variation selector asks for the picture of a sign that is text otherwise.
            if scalar == "\u{FE0F}" { return 2 }
            widest = max(widest, scalar.cellWidth)
        }
        return widest
    }
}

extension Unicode.Scalar {
    fileprivate var cellWidth: Int {
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
            .paragraphSeparator:
            return 0
        default:
            break
        }
        // Vowels and final consonants of Korean syllables that are written in parts.
        if (0x1160...0x11FF).contains(value) { return 0 }
        if properties.isEmojiPresentation { return 2 }
        return isWide ? 2 : 1
    }

    /// Whether East Asian Width is Wide or Fullwidth (Unicode 15, Annex 11), by blocks.
    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(value) }
    }
}

private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul initial consonants
    0x2E80...0x303E,  // radicals, CJK punctuation
    0x3041...0x33FF,  // kana, compatibility jamo, enclosed and squared signs
    0x3400...0x4DBF,  // ideographs, extension A
    0x4E00...0x9FFF,  // ideographs
    0xA000...0xA4CF,  // Yi
    0xA960...0xA97F,  // Hangul initial consonants, extended
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19,  // vertical punctuation
    0xFE30...0xFE6F,  // compatibility and small forms
    0xFF00...0xFF60,  // fullwidth letters
    0xFFE0...0xFFE6,  // fullwidth signs
    0x17000...0x18DFF,  // Tangut
    0x1AFF0...0x1B2FF,  // kana extensions, Nushu
    0x1F200...0x1F2FF,  // enclosed ideographs
    0x20000...0x3FFFD,  // ideographs, further extensions
]
