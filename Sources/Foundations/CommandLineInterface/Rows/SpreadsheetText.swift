extension String {
    /// The text with an apostrophe before what a spreadsheet would take for a formula.
    ///
    /// Formulas run programs and send what is beside them elsewhere, and texts come from anybody. A
    /// formula begins with one of few signs at the beginning of a cell: also behind spaces, in
    /// another form of the sign, and in the middle of the text, since spreadsheets of some
    /// countries begin a cell behind a semicolon or a tab, and a row behind the end of a line,
    /// whatever marks RFC 4180 puts around it. Whoever needs the text as it is reads it as JSON.
    package var spreadsheetSafe: String {
        guard unicodeScalars.contains(where: Self.formulaSigns.contains) else { return self }
        var safe = UnicodeScalarView()
        var isAtBeginning = true
        for scalar in unicodeScalars {
            if isAtBeginning, Self.formulaSigns.contains(scalar) { safe.append("'") }
            safe.append(scalar)
            if Self.cellEnds.contains(scalar) {
                isAtBeginning = true
            } else if !scalar.isPassedOver {
                isAtBeginning = false
            }
        }
        return String(safe)
    }

    private static let formulaSigns: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
    private static let cellEnds: Set<Unicode.Scalar> = [";", "\t", "\r", "\n"]
}

extension Unicode.Scalar {
    /// Whether a spreadsheet may pass it over in search of what a cell begins with.
    fileprivate var isPassedOver: Bool {
        if self == "\"" || properties.isWhitespace { return true }
        return [.control, .format].contains(properties.generalCategory)
    }
}
