/// What is wrong with a line of a dump, in words that can follow "line 7: ".
package struct DumpProblem: Error {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
