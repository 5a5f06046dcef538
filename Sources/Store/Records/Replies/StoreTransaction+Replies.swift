package import Domain
internal import StorageEngine

extension StoreTransaction: ReplyWriting {
    package func keep(
        _ reply: KeptReply,
        for key: ScopedKey,
        at now: Instant
    ) throws(DomainError) {
        let place = Key.reply(day: now.dayNumber, key.user, digest(of: key.key))
        try put(reply.encoded(), for: place, in: .replies)
    }

    package func deleteExpiredReplies(
        at now: Instant,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        guard now.dayNumber > DomainLimits.replyDaysKept else { return false }
        let firstDayKept = now.dayNumber - DomainLimits.replyDaysKept
        let range = KeyRange.repliesBefore(day: firstDayKept)
        try deleteAll(range, in: .replies, recordCountMax: recordCountMax)
        return try !isEmpty(range, in: .replies)
    }
}
