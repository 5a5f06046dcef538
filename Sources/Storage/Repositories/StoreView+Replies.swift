internal import Domain

extension StoreView: ReplyReading {
    func reply(for key: ScopedKey, at now: Instant) throws(DomainError) -> KeptReply? {
        let digest = digest(of: key.key)
        // A reply may be of tomorrow if the clock was set back over midnight.
        let newest = now.adding(seconds: DomainLimits.clockStepSecondsMax).dayNumber
        let oldest = now.dayNumber - min(now.dayNumber, DomainLimits.replyDaysKept)
        for day in (oldest...newest).reversed() {
            let place = Key.reply(day: day, key.user, digest)
            let reply = try value(of: place, in: .replies) { value throws(DomainError) in
                try KeptReply(value)
            }
            if let reply { return reply }
        }
        return nil
    }

    /// A key as it stands in `replies`.
    ///
    /// Who asks for a reply keeps one under the same key next, so the last hash is remembered.
    func digest(of key: IdempotencyKey) -> OpaqueID {
        if let last = lastDigest, last.key == key { return last.digest }
        let digest = secrets.digests.idempotencyKey(key)
        lastDigest = (key, digest)
        return digest
    }
}
