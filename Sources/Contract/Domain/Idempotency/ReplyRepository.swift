/// Reads the replies that are kept for retries.
package protocol ReplyReading: AnyObject {
    /// The reply kept for this key, by lived time today or on a day that is still good.
    func reply(for key: ScopedKey, at now: Instant) throws(DomainError) -> KeptReply?
}

/// Writes the replies that are kept for retries.
package protocol ReplyWriting: ReplyReading {
    /// Keeps a reply under this key, by the day of `now`, a moment of lived time.
    func keep(_ reply: KeptReply, for key: ScopedKey, at now: Instant) throws(DomainError)
    /// Deletes replies of days that are over by lived time, at most `recordCountMax`.
    ///
    /// - Returns: Whether any such are left.
    func deleteExpiredReplies(at now: Instant, recordCountMax: Int) throws(DomainError) -> Bool
}

/// An idempotency key and whose it is.
package struct ScopedKey: Hashable, Sendable {
    /// The caller; `nobody` where a call needs no token.
    package let user: UserNumber
    /// What the client chose; two callers may choose the same without getting in each other's way.
    package let key: IdempotencyKey

    /// Joins both.
    package init(user: UserNumber, key: IdempotencyKey) {
        self.user = user
        self.key = key
    }
}

/// A reply with the digest of the request that earned it.
package struct KeptReply: Equatable, Sendable {
    /// A keyed fingerprint of key, service, method and payload.
    package let requestDigest: [UInt8]
    /// The encoded reply, sealed where it holds secrets.
    package let reply: [UInt8]

    /// Joins both.
    package init(requestDigest: [UInt8], reply: [UInt8]) {
        self.requestDigest = requestDigest
        self.reply = reply
    }
}

/// A key that a client chose for one write, so that a retry of it cannot apply twice.
package struct IdempotencyKey: Hashable, Sendable {
    /// The key as it came, 1 to 64 visible ASCII characters; case counts.
    package let text: String

    /// Checks a key: 1 to 64 visible ASCII characters.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `idempotency-key`.
    package init(_ text: String) throws(DomainError) {
        guard DomainLimits.idempotencyKeyCharacters.contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else {
            throw .invalid(
                "idempotency-key",
                "\(DomainLimits.idempotencyKeyCharacters.words) visible ASCII characters, "
                    + "such as a random UUID"
            )
        }
        self.text = text
    }
}
