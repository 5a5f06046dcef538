internal import Domain
package import TTRPC

/// One unary call on its way through the service.
package struct InboundCall: Sendable {
    /// The encoded request, not yet known to decode.
    package let payload: [UInt8]
    /// Who calls and how a retry is known, not yet checked.
    package let credentials: CallCredentials

    /// Gathers a call.
    package init(payload: [UInt8], credentials: CallCredentials) {
        self.payload = payload
        self.credentials = credentials
    }
}

/// What the metadata of a call says of who makes it and how it may be repeated.
package struct CallCredentials: Sendable {
    /// The text after "Bearer "; nil when there is none.
    package let accessToken: String?
    /// The client's key as it came, not yet checked; nil when a repeated call is another write.
    package let idempotencyKey: String?
    /// What the connection remembers of its last call.
    package let memory: AuthenticationMemory

    /// Gathers them.
    package init(accessToken: String?, idempotencyKey: String?, memory: AuthenticationMemory) {
        self.accessToken = accessToken
        self.idempotencyKey = idempotencyKey
        self.memory = memory
    }
}

/// The encoded response, or why there is none.
package typealias CallOutcome = Result<[UInt8], RPCError>

/// How a unary method is served; both kinds are called on the thread of the call's connection.
package enum MethodHandler: Sendable {
    /// Reads, and has the outcome at once.
    case read(@Sendable (InboundCall) -> CallOutcome)
    /// Writes, and gives the outcome later, exactly once, from any thread.
    case write(@Sendable (InboundCall, @escaping @Sendable (CallOutcome) -> Void) -> Void)
}
