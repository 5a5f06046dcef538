package import Domain
internal import StorageEngine

extension StoreView: ReplyReading {
    package func reply(for key: ScopedKey, at now: Instant) throws(DomainError) -> KeptReply? {
        let digest = digest(of: key.key)
        let newest = try newestReplyDay(at: now)
        let oldest = now.dayNumber - min(now.dayNumber, DomainLimits.replyDaysKept)
        expect(in: .replies) {
            (oldest...newest).reversed().map { .reply(day: $0, key.user, digest) }
        }
        for day in (oldest...newest).reversed() {
            let place = Key.reply(day: day, key.user, digest)
            let reply = try value(of: place, in: .replies) { value throws(DomainError) in
                try KeptReply(value)
            }
            if let reply { return reply }
        }
        return nil
    }

    /// The last day of which there may be a reply that is still good: today, or a later one if the
    /// clock was set back over midnight.
    private func newestReplyDay(at now: Instant) throws(DomainError) -> UInt32 {
        let today = now.dayNumber
        guard try lastReplyDay() > today else { return today }
        let limit = now.adding(seconds: DomainLimits.clockStepSecondsMax).dayNumber
        return try lastReplyDay(in: .replies(after: today, through: limit)) ?? today
    }

    /// The last day of which there is a reply; 0 if there is none.
    private func lastReplyDay() throws(DomainError) -> UInt32 {
        if let known = replyDay?.last { return known }
        let last = try lastReplyDay(in: .all) ?? 0
        replyDay?.last = last
        return last
    }

    private func lastReplyDay(in range: KeyRange) throws(DomainError) -> UInt32? {
        var day: UInt32?
        try scanKeys(.replies, range, .descending, atMost: 1) { key throws(DomainError) in
            day = try key.number(at: 0, of: .reply)
            return .stop
        }
        return day
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
