package import HTTP
package import TTRPC

/// What is set of HTTP's door.
package struct WebConfiguration: Sendable {
    /// The origins, such as `https://app.example.com`, whose pages may call with tokens; those of
    /// the door itself always may.
    package var origins: Set<String> = []
    /// Whose word counts for where a request comes from.
    package var trustedProxies = TrustedProxies()
    /// What answers paths that are no method's.
    package var pages: (any WebPages)?
    /// What is told of each call.
    package var callObserver: (@Sendable (CallRecord) -> Void)?

    /// Lets no other pages call, and trusts nobody.
    package init() {}
}

/// What calls by HTTP may cost.
struct WebLimits: Sendable {
    /// The longest request in the binary form of one who is signed in.
    var requestByteCountMax = 0
    /// The longest of anybody else.
    var strangerRequestByteCountMax = 0
    /// How many bytes of a stream may wait for its reader.
    var streamByteCountMax = 0

    init() {}

    /// Takes over what is allowed at the other doors.
    init(_ limits: ServerLimits) {
        requestByteCountMax = limits.wire.messageByteCountMax
        strangerRequestByteCountMax =
            limits.strangerMessageByteCountMax ?? limits.wire.messageByteCountMax
        streamByteCountMax = limits.outboundByteCountMax
    }
}
