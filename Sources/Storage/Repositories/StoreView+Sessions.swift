internal import Domain

extension StoreView: SessionReading {
    func session(at locator: OpaqueID) throws(DomainError) -> Session? {
        try session(secrets.identifiers.sessionKey(at: locator))
    }

    func session(_ key: SessionKey) throws(DomainError) -> Session? {
        try value(of: .session(key), in: .sessions) { value throws(DomainError) in
            try Session(try SessionRecord(value), key: key)
        }
    }

    func hasSession(_ key: SessionKey) throws(DomainError) -> Bool {
        if let cache, cache.knows(key) { return true }
        let isThere = try contains(.session(key), in: .sessions)
        if isThere { cache?.remember(key) }
        return isThere
    }

    func sessions(of user: UserNumber) throws(DomainError) -> [Session] {
        var sessions: [Session] = []
        try scan(.sessions, .all(of: user), .ascending) { key, value throws(DomainError) in
            let number: UInt64 = try key.number(at: 8, of: .session)
            sessions.append(
                try Session(try SessionRecord(value), key: SessionKey(user: user, number: number))
            )
            return .next
        }
        return sessions
    }

    func locator(of key: SessionKey) -> OpaqueID {
        secrets.identifiers.locator(of: key)
    }
}
