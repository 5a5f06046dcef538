/// Why a use case did not happen; in each case it left no trace.
@usableFromInline
package enum DomainError: Error, Equatable {
    /// A rule says no; the caller is told which, and what would be right.
    case refused(Refusal)
    /// A stored record is damaged; the text names its kind for the operator and holds no content.
    case dataLoss(String)
    /// The store has no room for the write; reading goes on.
    case storeFull
    /// The store can take no more work at this moment; the text says why.
    case storeUnavailable(String)

    /// That a field of a request is not what it has to be.
    package static func invalid(_ field: String, _ expected: String) -> DomainError {
        .refused(.invalidValue(field: field, expected: expected))
    }
}

extension Optional {
    /// What was looked for.
    ///
    /// - Throws: The refusal, where there is none.
    package func unwrapped(
        or refusal: @autoclosure () -> Refusal
    ) throws(DomainError) -> Wrapped {
        guard let self else { throw .refused(refusal()) }
        return self
    }
}

/// Makes something of records, or nothing when they are damaged.
@discardableResult
package func readable<Value>(
    _ body: () throws(DomainError) -> Value?
) throws(DomainError) -> Value? {
    do throws(DomainError) {
        return try body()
    } catch .dataLoss {
        return nil
    }
}
