import CommandLineInterface

extension ValueSyntax<UInt32> {
    /// Who may connect to a Unix socket, as chmod(1) takes it in digits.
    static let fileMode = ValueSyntax(
        placeholder: "MODE",
        expectation: "three octal digits like 660, the first of them 6 or 7",
        parse: { text in
            let digits = text.count == 4 && text.first == "0" ? text.dropFirst() : text[...]
            // The server itself has to reach what it removes and what it made.
            guard digits.count == 3, let first = digits.first, "67".contains(first) else {
                return nil
            }
            return UInt32(digits, radix: 8)
        }
    )
}
