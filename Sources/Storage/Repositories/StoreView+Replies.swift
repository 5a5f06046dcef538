internal import Domain

extension StoreView: ReplyReading {
    func reply(for key: ScopedKey, at now: Instant) throws(DomainError) -> KeptReply? {
        for age in 0...DomainLimits.replyDaysKept where age <= now.dayNumber {
            let reply = try value(of: replyKey(key, day: now.dayNumber - age), in: .replies) {
                value throws(DomainError) in
                try KeptReply(value)
            }
            if let reply { return reply }
        }
        return nil
    }

    func replyKey(_ key: ScopedKey, day: UInt32) -> Key {
        .reply(day: day, key.user, secrets.digests.idempotencyKey(key.key))
    }
}
