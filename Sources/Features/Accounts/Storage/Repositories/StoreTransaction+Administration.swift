package import AccountRules
package import Domain
package import Records
internal import StorageEngine

extension StoreTransaction: AccountAdministrationWriting {
    package func record(_ entry: AuditEntry) throws(DomainError) {
        let record = AuditRecord(
            recordedAt: entry.recordedAt.milliseconds,
            operatorName: entry.operatorName,
            action: entry.action
        )
        let number = try takeNumber(of: Schema.audit)
        try put(AuditRow(key: number, record: record), in: Schema.audit)
    }

    package func ban(_ user: UserNumber, at now: Instant) throws(DomainError) {
        guard try !isBanned(user) else { return }
        let key = Key.ban(secrets.digests.ban(of: user))
        try put(bigEndian: now.milliseconds, for: key, in: .bans)
        // They stay as they are, for operators see how many there are, and are worth nothing.
        for session in try sessions(of: user) { news.addEnd(of: session.key) }
        if try !contains(.user(user), in: .users) { news.add(UnwelcomeGuest(user, to: nil)) }
    }

    package func liftBan(of user: UserNumber) throws(DomainError) {
        guard try isBanned(user) else { return }
        try delete(.ban(secrets.digests.ban(of: user)), in: .bans)
        if try !contains(.user(user), in: .users) {
            news.addForgiveness(of: UnwelcomeGuest(user, to: nil))
        }
    }
}
