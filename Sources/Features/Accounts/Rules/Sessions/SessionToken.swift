package import Domain

/// An access or refresh token: where its session is, and the secret that proves the right to it.
///
/// Text form: 64 characters of base64url, 16 bytes of locator and 32 of secret. The locator is
/// opaque: it tells neither whose session it is nor when it was opened.
package struct SessionToken: Equatable, Sendable {
    /// Where the session is; both tokens of a pair have the same, and it survives rotation.
    package let locator: OpaqueID
    /// The 32 random bytes that prove the right to it, of which the server keeps a digest only.
    package let secret: [UInt8]

    /// Random bytes of a secret: 256 bits.
    package static let secretByteCount = 32

    /// Joins both parts.
    package init(locator: OpaqueID, secret: [UInt8]) {
        self.locator = locator
        self.secret = secret
    }

    /// Reads the text form; nil when it is not one.
    package init?(text: String) {
        self.init(text: text.utf8.span)
    }

    /// The same, of a text in UTF-8.
    package init?(text: Span<UInt8>) {
        guard text.count == 64, let bytes = Base64URL.decode(text),
            let locator = OpaqueID(Array(bytes[..<OpaqueID.byteCount]))
        else { return nil }
        self.init(locator: locator, secret: Array(bytes[OpaqueID.byteCount...]))
    }

    /// What is handed to the client.
    package var text: String { Base64URL.encode(locator.bytes + secret) }
}

/// A pair of tokens as it is handed out, once.
package struct SessionGrant: Equatable, Sendable {
    /// The token that is sent with each call.
    package let access: SessionToken
    /// When the access token ends, exclusive: 15 minutes after it was made, or with the session.
    package let accessExpiresAt: Instant
    /// The token that buys the next pair, once.
    package let refresh: SessionToken
    /// When the refresh token ends, exclusive: after 30 days, or 180 days after the log-in.
    package let refreshExpiresAt: Instant

    /// Joins the pair.
    package init(
        access: SessionToken,
        accessExpiresAt: Instant,
        refresh: SessionToken,
        refreshExpiresAt: Instant
    ) {
        self.access = access
        self.accessExpiresAt = accessExpiresAt
        self.refresh = refresh
        self.refreshExpiresAt = refreshExpiresAt
    }
}
