package import AccountRules
package import Domain
package import Records

extension StoreTransaction: SessionWriting {
    package func put(_ session: Session) throws(DomainError) {
        try put(SessionRecord(session).encoded(), for: .session(session.key), in: .sessions)
    }

    package func renew(_ session: Session) throws(DomainError) {
        try put(session)
        news.addRenewal(of: session.key)
    }

    package func endSession(_ key: SessionKey) throws(DomainError) {
        guard try contains(.session(key), in: .sessions) else { return }
        try delete(.session(key), in: .sessions)
        news.addEnd(of: key)
        try eraseGuestWithoutSession(key.user)
    }

    /// Orders a guest to be erased who cannot come back, for nobody can sign in as one.
    private func eraseGuestWithoutSession(_ user: UserNumber) throws(DomainError) {
        guard try isEmpty(.all(of: user), in: .sessions),
            try !contains(.user(user), in: .users), try !isRemoved(user)
        else { return }
        try order(toErase: user)
    }
}
