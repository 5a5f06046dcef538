package import Domain
package import TTRPC

/// What the metadata of a call says of who makes it and how it may be repeated, not yet checked.
package struct CallCredentials: Sendable {
    /// The text after "Bearer "; nil when there is none.
    package let accessToken: TokenText?
    /// The client's key as it came; nil when a repeated call is another write.
    package let idempotencyKey: String?
    /// Where the call comes from.
    package let origin: PeerOrigin
    /// What the connection remembers of its last call.
    package let memory: AuthenticationMemory
    /// What the call came in by.
    package let entrance: Entrance

    /// Gathers them.
    package init(
        accessToken: TokenText?,
        idempotencyKey: String?,
        origin: PeerOrigin,
        memory: AuthenticationMemory,
        entrance: Entrance
    ) {
        self.accessToken = accessToken
        self.idempotencyKey = idempotencyKey
        self.origin = origin
        self.memory = memory
        self.entrance = entrance
    }

    /// The same with a token that came otherwise.
    func with(accessToken: TokenText) -> CallCredentials {
        CallCredentials(
            accessToken: accessToken,
            idempotencyKey: idempotencyKey,
            origin: origin,
            memory: memory,
            entrance: entrance
        )
    }
}
