package import Domain

/// How a unary method is served, on the thread of the call's connection.
///
/// Both kinds get what is known of the caller, and the encoded request: not yet known to decode,
/// and lent until they return.
package enum MethodHandler: Sendable {
    /// Reads, and has the outcome at once.
    case read(@Sendable (CallCredentials, RawSpan) -> CallOutcome)
    /// Writes, and gives the outcome later, exactly once, from any thread.
    case write(
        @Sendable (CallCredentials, RawSpan, @escaping @Sendable (CallOutcome) -> Void) -> Void
    )
}

/// The encoded response, or why there is none.
package typealias CallOutcome = Result<[UInt8], DomainError>
