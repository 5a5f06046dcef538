internal import Domain

extension StoreView: ReplyReading {
    func reply(for key: ScopedKey, at now: Instant) throws(DomainError) -> KeptReply? {
        let digest = secrets.digests.idempotencyKey(key.key)
        for age in 0...DomainLimits.replyDaysKept where age <= now.dayNumber {
            let place = Key.reply(day: now.dayNumber - age, key.user, digest)
            let reply = try value(of: place, in: .replies) { value throws(DomainError) in
                try KeptReply(value)
            }
            if let reply { return reply }
        }
        return nil
    }
}
