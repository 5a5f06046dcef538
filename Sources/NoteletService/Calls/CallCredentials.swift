/// What the metadata of a call says of who makes it and how it may be repeated, not yet checked.
package struct CallCredentials: Sendable {
    /// The UTF-8 after "Bearer "; nil when there is none.
    package let accessToken: [UInt8]?
    /// The client's key as it came; nil when a repeated call is another write.
    package let idempotencyKey: String?
    /// What the connection remembers of its last call.
    package let memory: AuthenticationMemory

    /// Gathers them.
    package init(accessToken: [UInt8]?, idempotencyKey: String?, memory: AuthenticationMemory) {
        self.accessToken = accessToken
        self.idempotencyKey = idempotencyKey
        self.memory = memory
    }
}
