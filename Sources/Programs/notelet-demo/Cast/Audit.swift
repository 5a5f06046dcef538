/// How an inbox differs from what was acknowledged.
struct Audit: Sendable {
    /// Acknowledged and not there.
    let lost: [Ledger.Note]
    /// There too often, or sent by nobody.
    let surplus: [Ledger.Note]
    /// How many notes are there whose reply was lost.
    let unknownCount: Int

    /// Checks that everything acknowledged is there exactly once, and nothing else.
    ///
    /// - Throws: `Mismatch`.
    func check(_ claim: String) throws {
        guard lost.isEmpty, surplus.isEmpty else {
            throw Mismatch(
                claim,
                expected: "every acknowledged note exactly once",
                got: "\(lost.count) lost \(lost.prefix(2)), \(surplus.count) too many "
                    + "\(surplus.prefix(2))"
            )
        }
    }
}
