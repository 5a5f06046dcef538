package import Domain

/// How a method is served, on the thread of the call's connection.
///
/// All kinds get what is known of the caller, and the encoded request: not yet known to decode,
/// and lent until they return.
enum MethodHandler: Sendable {
    /// Reads, and has the outcome at once.
    case read(@Sendable (CallCredentials, RawSpan) -> CallOutcome)
    /// Changes something, and gives the outcome later, exactly once, from any thread.
    case change(
        @Sendable (CallCredentials, RawSpan, @escaping @Sendable (CallOutcome) -> Void) -> Void
    )
    /// Starts what goes on behind a stream of replies, once its one request has come.
    case stream(StreamMethodHandler)
}

/// The encoded response, or why there is none.
package typealias CallOutcome = Result<[UInt8], DomainError>
