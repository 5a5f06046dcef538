/// A step that did not come out as expected, which ends the play.
struct Mismatch: Error, Sendable {
    /// What should have been so.
    let claim: String
    /// What was expected.
    let expected: String
    /// What came.
    let got: String

    /// Describes a step that failed.
    init(_ claim: String, expected: String, got: String) {
        self.claim = claim
        self.expected = expected
        self.got = got
    }
}
