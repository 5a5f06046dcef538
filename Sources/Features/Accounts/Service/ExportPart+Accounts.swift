internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving

extension ExportPart {
    /// What people are given of their accounts.
    static func ofAccounts(linkBaseURL: String) -> [ExportPart] {
        let user = ExportPart(field: 1) { request, store throws(DomainError) in
            let account = try store.account(of: request.identity)
            return ExportPage([.user(NoteletAPI.User(account, linkBaseURL: linkBaseURL))])
        }
        let sessions = ExportPart(field: 6) { request, store throws(DomainError) in
            let sessions = try store.sessions(of: request.user)
            return ExportPage(sessions.map { .session(ExportedSession($0)) })
        }
        return [user, sessions]
    }
}

extension ExportedSession {
    /// A session without its tokens.
    fileprivate init(_ session: AccountRules.Session) {
        self.init(
            openedAt: Timestamp(session.openedAt),
            refreshedAt: Timestamp(session.refreshedAt)
        )
    }
}
