package import Domain

/// Expects that `body` is refused, and returns the refusal.
package func refusal<Value>(_ body: () throws(DomainError) -> Value) throws -> Refusal {
    switch Result(catching: body) {
    case .failure(.refused(let refusal)): return refusal
    case .failure(let error): throw error
    case .success(let value): throw NotRefused(description: "\(value) was not refused")
    }
}

/// Ends a test whose refusal did not come.
package struct NotRefused: Error, CustomStringConvertible {
    /// What was not refused.
    package let description: String
}

/// The name of the field that a refusal complains about; nil for other refusals.
package func invalidField(_ refusal: Refusal) -> String? {
    guard case .invalidValue(let field, _) = refusal else { return nil }
    return field
}
