package import AccountRules
package import Domain
package import Records
internal import StorageEngine

extension StoreView: SessionReading {
    package func session(at locator: OpaqueID) throws(DomainError) -> Session? {
        try session(secrets.identifiers.sessionKey(at: locator))
    }

    package func session(_ key: SessionKey) throws(DomainError) -> Session? {
        try value(of: .session(key), in: .sessions) { value throws(DomainError) in
            try Session(try SessionRecord(value), key: key)
        }
    }

    package func hasSession(_ key: SessionKey) throws(DomainError) -> Bool {
        if let cache = known, cache.knows(key) { return true }
        let isThere = try contains(.session(key), in: .sessions)
        if isThere { known?.remember(key) }
        return isThere
    }

    package func isBanned(_ user: UserNumber) throws(DomainError) -> Bool {
        try contains(.ban(secrets.digests.ban(of: user)), in: .bans)
    }

    package func sessions(of user: UserNumber) throws(DomainError) -> [Session] {
        var sessions: [Session] = []
        try scanSound(.sessions, .all(of: user), .ascending) { key, value throws(DomainError) in
            let number: UInt64 = try key.number(at: 8, of: .session)
            sessions.append(
                try Session(try SessionRecord(value), key: SessionKey(user: user, number: number))
            )
            return .next
        }
        return sessions
    }

    package func lapsedSessions(
        before end: Instant,
        orRefreshedAfter latest: Instant,
        after place: SessionKey?,
        recordCountMax: Int,
        foundCountMax: Int
    ) throws(DomainError) -> LapsedSessions {
        var page = RecordPage<SessionKey>(limit: recordCountMax)
        var found: [SessionKey] = []
        // By their keys, for a damaged record would end a scan.
        let range = KeyRange.after(place)
        expect(in: .sessions) { keys(of: .sessions, in: range, limit: recordCountMax) }
        try scanKeys(.sessions, range, .ascending, atMost: recordCountMax.andOneMore) {
            bytes throws(DomainError) in
            guard let user: UInt64 = try? bytes.number(at: 0, of: .session),
                let number: UInt64 = try? bytes.number(at: 8, of: .session)
            else { return .next }
            let key = SessionKey(user: UserNumber(user), number: number)
            return try page.add(key) { () throws(DomainError) in
                if try isOver(key, before: end, orRefreshedAfter: latest) { found.append(key) }
                return found.count < foundCountMax ? .next : .last
            }
        }
        return LapsedSessions(keys: found, next: page.next)
    }

    /// Whether a session's time was over before a moment, or it was refreshed after one; of a
    /// damaged one nobody can tell.
    private func isOver(
        _ key: SessionKey,
        before end: Instant,
        orRefreshedAfter latest: Instant
    ) throws(DomainError) -> Bool {
        do throws(DomainError) {
            guard let session = try session(key) else { return false }
            return session.hasLapsed(before: end) || session.refreshedAt > latest
        } catch .dataLoss {
            return false
        }
    }

    package func sessionID(of key: SessionKey) -> SessionID {
        secrets.identifiers.sessionID(of: key)
    }

    package func sessionKey(of id: SessionID) -> SessionKey {
        secrets.identifiers.sessionKey(of: id)
    }

    package func locator(of key: SessionKey) -> OpaqueID {
        secrets.identifiers.locator(of: key)
    }
}
