internal import Domain

extension StoreTransaction: SessionWriting {
    func put(_ session: Session) throws(DomainError) {
        try put(SessionRecord(session).encoded(), for: .session(session.key), in: .sessions)
    }

    func renew(_ session: Session) throws(DomainError) {
        try put(session)
        news.addRenewal(of: session.key)
    }

    func endSession(_ key: SessionKey) throws(DomainError) {
        guard try contains(.session(key), in: .sessions) else { return }
        try delete(.session(key), in: .sessions)
        news.addEnd(of: key)
    }
}
