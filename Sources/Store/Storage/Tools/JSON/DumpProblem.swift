/// What is wrong with a line of a dump, in words that can follow "line 7: ".
struct DumpProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
