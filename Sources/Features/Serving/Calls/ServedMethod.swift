package import Domain
package import NoteletAPI
package import ProtobufCoding

/// A method of the contract with what serves it.
package struct ServedMethod: Sendable {
    /// What the contract says of it.
    package let method: MethodSummary
    /// What serves it.
    package let handler: MethodHandler
    /// The fields of its requests, for what reads them otherwise than in the binary form.
    package let requestForm: MessageForm
    /// The fields of its responses.
    package let responseForm: MessageForm

    /// Serves a method of the contract.
    package init<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ handler: MethodHandler
    ) {
        self.method = method.summary
        self.handler = handler
        requestForm = Request.form
        responseForm = Response.form
    }

    private init(_ served: ServedMethod, _ handler: MethodHandler) {
        method = served.method
        self.handler = handler
        requestForm = served.requestForm
        responseForm = served.responseForm
    }

    /// Passes the outcome of a change through `transform`, after the commit.
    package func mappingOutcome(
        _ transform: @escaping @Sendable (CallOutcome) -> CallOutcome
    ) -> ServedMethod {
        guard case .change(let change) = handler else { return self }
        return ServedMethod(
            self,
            .change { credentials, payload, reply in
                change(credentials, payload) { outcome in reply(transform(outcome)) }
            }
        )
    }
}

/// How a method is served, on the thread of the call's connection.
///
/// All kinds get what is known of the caller, and the encoded request: not yet known to decode,
/// and lent until they return.
package enum MethodHandler: Sendable {
    /// Reads, and has the outcome at once.
    case read(@Sendable (CallCredentials, RawSpan) -> CallOutcome)
    /// Changes something, and gives the outcome later, exactly once, from any thread.
    case change(ChangeMethodHandler)
    /// Works in a task of its own, which is cancelled when the caller's time is over: for what is
    /// asked for seldom.
    case task(TaskMethodHandler)
    /// Starts what goes on behind a stream of replies, once its one request has come.
    case stream(StreamMethodHandler)
}

/// The encoded response, or why there is none.
package typealias CallOutcome = Result<[UInt8], DomainError>

/// Changes something, and gives the outcome later, exactly once, from any thread.
package typealias ChangeMethodHandler =
    @Sendable (CallCredentials, RawSpan, @escaping @Sendable (CallOutcome) -> Void) -> Void

/// Works on a call for as long as it takes.
package typealias TaskMethodHandler = @Sendable (CallCredentials, [UInt8]) async -> CallOutcome

/// Starts what goes on behind a stream of replies, once its one request has come.
package typealias StreamMethodHandler =
    @Sendable (CallCredentials, RawSpan, any OutboundStream) throws(DomainError)
    -> any StreamSession
