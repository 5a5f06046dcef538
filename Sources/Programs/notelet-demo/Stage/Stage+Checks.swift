import NoteletClient

extension Stage {
    /// Checks that something is as expected, and marks it.
    ///
    /// - Throws: `Mismatch` with both values if it is not.
    func check<Value: Equatable>(
        _ claim: String,
        _ got: Value,
        is expected: Value,
        note: String = ""
    ) throws {
        guard got == expected else {
            throw Mismatch(claim, expected: "\(expected)", got: "\(got)")
        }
        try pass(claim, note: note)
    }

    /// Checks that an inbox holds all that was acknowledged exactly once, and marks it.
    ///
    /// - Throws: `Mismatch` if it does not.
    func check(_ claim: String, _ audit: Audit, note: String = "") throws {
        try audit.check(claim)
        try pass(claim, note: note)
    }

    /// Checks that the service refuses, for the expected reason and with the expected facts, and
    /// shows its Korean text.
    ///
    /// - Throws: `Mismatch` if it does not refuse, or otherwise.
    func checkRefusal(
        _ claim: String,
        _ reason: RefusalReason,
        fields: [String: String] = [:],
        korean: String? = nil,
        of call: () async throws -> Void
    ) async throws {
        do {
            try await call()
        } catch let error as NoteletError {
            guard error.reason == reason else {
                throw Mismatch(claim, expected: "\(reason)", got: "\(error)")
            }
            guard error.fields == fields else {
                throw Mismatch(claim, expected: "\(fields)", got: "\(error.fields)")
            }
            let text = error.text(in: "ko")
            guard korean == nil || korean == text else {
                throw Mismatch(claim, expected: korean ?? "", got: text)
            }
            try pass(claim, note: "\(reason)".shortReason)
            try quote(text)
            return
        }
        throw Mismatch(claim, expected: "\(reason)", got: "no refusal")
    }
}

extension String {
    /// The name of a reason without what all of them begin with.
    fileprivate var shortReason: String {
        let prefix = "REFUSAL_REASON_"
        return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}

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
