/// A write that a client may repeat without its happening twice.
package struct IdempotentRequest: Sendable {
    /// The client's key, together with whose it is.
    package let key: ScopedKey
    /// The text of the key, a zero byte, and what is asked: service, method and payload.
    ///
    /// The key is the one part that the server keeps nowhere: with it, nobody who reads the store
    /// can try what a request may have held, such as passwords, against the fingerprint.
    private let request: [UInt8]
    /// A keyed fingerprint of `request`.
    private let digest: [UInt8]
    /// How the reply is kept for a retry; the same for each request of one method.
    package let replyForm: ReplyForm

    /// How a reply is kept.
    package enum ReplyForm: Sendable {
        /// The reply holds no secret and nothing of others, so it is kept as it went out.
        case plain
        /// The reply holds tokens and what is told of an account, so it is kept sealed with the
        /// client's key: when the client is gone, nobody can read it, the server neither.
        case sealed
    }

    /// Gathers what tells a retry from another request.
    ///
    /// `appendQuestion` appends service, method and payload, of at most `questionByteCount` bytes.
    package init(
        key: ScopedKey,
        replyForm: ReplyForm,
        secrets: any SecretKeeping,
        questionByteCount: Int,
        appendingQuestion appendQuestion: (inout [UInt8]) -> Void
    ) {
        let text = key.key.text.utf8
        var request: [UInt8] = []
        request.reserveCapacity(text.count + 1 + questionByteCount)
        request.append(contentsOf: text)
        request.append(0)
        appendQuestion(&request)
        self.key = key
        self.request = request
        self.replyForm = replyForm
        digest = secrets.fingerprint(request.span.bytes)
    }

    /// The fingerprint as earlier versions made it, without the key; a reply is kept for days.
    private func formerDigest(_ secrets: any SecretKeeping) -> [UInt8] {
        let keyByteCount = key.key.text.utf8.count + 1
        return secrets.fingerprint(request.span.bytes.extracting(droppingFirst: keyByteCount))
    }

    /// Runs `write` and keeps its encoded reply, or returns the reply kept from the first time.
    ///
    /// Both happen in the transaction of the write: there is no moment at which one is stored
    /// without the other. A write that throws keeps nothing, and may be tried again.
    /// - Throws: `idempotencyKeyReused` when the key came with another request before.
    package func run(
        in store: any ReplyWriting,
        _ context: Context,
        _ write: () throws(DomainError) -> [UInt8]
    ) throws(DomainError) -> [UInt8] {
        if let reply = try keptReply(in: store, context) { return reply }
        let reply = try write()
        let form =
            switch replyForm {
            case .plain: reply
            case .sealed: context.secrets.seal(reply, with: key.key.text)
            }
        try store.keep(KeptReply(requestDigest: digest, reply: form), for: key, at: context.lived)
        return reply
    }

    /// The reply kept from the first time; nil when there was none.
    ///
    /// - Throws: `idempotencyKeyReused` when the key came with another request before.
    package func keptReply(
        in store: any ReplyReading,
        _ context: Context
    ) throws(DomainError) -> [UInt8]? {
        guard let kept = try store.reply(for: key, at: context.lived) else { return nil }
        return try replay(kept, context)
    }

    private func replay(_ kept: KeptReply, _ context: Context) throws(DomainError) -> [UInt8] {
        let secrets = context.secrets
        guard
            secrets.equal(kept.requestDigest, digest)
                || secrets.equal(kept.requestDigest, formerDigest(secrets))
        else { throw .refused(.idempotencyKeyReused) }
        switch replyForm {
        case .plain:
            return kept.reply
        case .sealed:
            // Earlier versions sealed with the server's key alone, and a reply is kept for days.
            guard
                let reply = secrets.open(kept.reply, with: key.key.text)
                    ?? secrets.open(kept.reply)
            else { throw .dataLoss("kept reply") }
            return reply
        }
    }
}
