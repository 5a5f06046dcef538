/// The words that the process was started with.
enum ProcessArguments {
    /// The words after the program's own name.
    ///
    /// The system gives bytes. What is no text is refused, as it is in files and on standard input:
    /// put right in silence, it would be another text than the one that was meant.
    ///
    /// - Parameter program: The name of the program.
    /// - Returns: The words.
    /// - Throws: `UsageError` that says which word it is.
    static func texts(of program: String) throws(UsageError) -> [String] {
        let words = (1..<max(1, Int(CommandLine.argc))).map { CommandLine.unsafeArgv[$0] }
        return try texts(words, of: program)
    }

    /// Reads words that end with a zero byte.
    private static func texts(
        _ words: [UnsafeMutablePointer<CChar>?],
        of program: String
    ) throws(UsageError) -> [String] {
        var texts: [String] = []
        for (index, word) in words.enumerated() {
            guard let word else { break }
            guard let text = String(validatingCString: word) else {
                let shown = String(cString: word)
                throw UsageError(
                    commandPath: [program],
                    message: "the argument '\(shown)', number \(index + 1), is not UTF-8 text",
                    exitCode: .badData,
                    problem: .notText(shown)
                )
            }
            texts.append(text)
        }
        return texts
    }
}
