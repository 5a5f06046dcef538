/// What is wrong with a line of a dump, in words that can follow "line 7: ".
package struct DumpProblem: Error {
    /// The words, without the number of the line.
    package let text: String

    /// Puts it in words.
    package init(_ text: String) {
        self.text = text
    }
}
