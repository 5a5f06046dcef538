/// What a scalar becomes in a folded text, whatever stands beside it.
struct FoldedScalar {
    /// The form in UTF-8, its first byte in the lowest bits, and not longer than the scalar; 0
    /// where there is none, since the scalar may act on its neighbours, or nothing is known of it.
    private let bytes: UInt32

    private static let space = UInt32(UInt8(ascii: " "))

    /// Folds the scalar that begins at an index of well-formed UTF-8, and goes on to the next.
    @inline(__always) init(in text: Span<UInt8>, at index: inout Int) {
        let first = UInt32(text[index])
        index += 1
        switch first {
        case 0x41...0x5A: bytes = first | 0x20
        case 0x21...0x7E: bytes = first
        case 0x20, 0x09...0x0D: bytes = Self.space
        default: bytes = Self.form(ofScalarBeginningWith: first, in: text, at: &index)
        }
    }

    /// Whether it is white space.
    var isSpace: Bool { bytes == Self.space }

    /// Whether its form depends on what stands beside it.
    var isDependent: Bool { bytes == 0 }

    /// Adds the form to a text.
    @inline(__always) func append(to text: inout OutputSpan<UInt8>) {
        text.append(UInt8(truncatingIfNeeded: bytes))
        var rest = bytes >> 8
        while rest != 0 {
            text.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// The form of a scalar that is none of ASCII's.
    private static func form(
        ofScalarBeginningWith first: UInt32,
        in text: Span<UInt8>,
        at index: inout Int
    ) -> UInt32 {
        let followerCount = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        guard first >= 0xC0, index + followerCount <= text.count else { return 0 }
        var value = first & (0x3F >> UInt32(followerCount))
        var bytes = first
        for place in 1...followerCount {
            let byte = UInt32(text[index])
            index += 1
            value = value << 6 | byte & 0x3F
            bytes |= byte << UInt32(8 * place)
        }
        switch value {
        case ..<casedEnd: return casedForms[Int(value)]
        case vietnameseStart..<vietnameseEnd: return vietnameseForms[Int(value - vietnameseStart)]
        default: return standsForItself(value) ? bytes : 0
        }
    }

    /// Whether a scalar beyond those of the tables has no case and is no part of a composition:
    /// syllables of Hangul, Chinese characters, kana, the jamo that stand alone, letters of Hebrew
    /// and Arabic, signs and pictures.
    private static func standsForItself(_ value: UInt32) -> Bool {
        switch value {
        case 0xAC00...0xD7A3, 0x4E00...0x9FFF, 0x3041...0x3096, 0x309D...0x30FF, 0x3131...0x318E,
            0x5D0...0x5EA, 0x621...0x64A, 0x671...0x6D3, 0x200D, 0x2010...0x2027, 0x2030...0x205E,
            0x20A0...0x20BF, 0x2190...0x2328, 0x232B...0x24B5, 0x2500...0x2ADB, 0x3001...0x3029,
            0xFE0F, 0xFF01...0xFF20, 0x1F300...0x1FAFF:
            true
        default: false
        }
    }

    /// The letters that have case: Latin, Greek, Cyrillic and Armenian, and, in a block of their
    /// own, those of Vietnamese.
    private static let casedEnd: UInt32 = 0x590
    private static let vietnameseStart: UInt32 = 0x1E00
    private static let vietnameseEnd: UInt32 = 0x1F00

    /// Made once, in a few milliseconds.
    private static let casedForms = (0..<casedEnd).map(form)
    private static let vietnameseForms = (vietnameseStart..<vietnameseEnd).map(form)

    /// The form of a scalar that folds by itself; 0 for any other, as marks, which compose with
    /// what stands before them.
    private static func form(of value: UInt32) -> UInt32 {
        guard let scalar = Unicode.Scalar(value) else { return 0 }
        if scalar.properties.isWhitespace { return space }
        let text = String(scalar)
        let folded = FoldedText.foldedAsWhole(text)
        guard FoldedText.isComposed(text), folded.count <= text.utf8.count,
            !String(decoding: folded, as: UTF8.self).unicodeScalars.contains(where: \.isMark)
        else { return 0 }
        return folded.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension Unicode.Scalar {
    /// Whether it joins what stands before it.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
