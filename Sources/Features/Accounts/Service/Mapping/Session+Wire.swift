internal import AccountRules
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving

extension NoteletAPI.Session {
    /// A pair of tokens as it is handed out.
    init(_ grant: SessionGrant) {
        self.init(
            accessToken: grant.access.text,
            accessExpiresAt: Timestamp(grant.accessExpiresAt),
            refreshToken: grant.refresh.text,
            refreshExpiresAt: Timestamp(grant.refreshExpiresAt)
        )
    }
}

extension NoteletAPI.OpenSession {
    /// A session as its owner sees it.
    init(_ session: AccountRules.Session, id: SessionID, isCurrent: Bool) {
        self.init(
            id: id.opaque.bytes,
            openedAt: Timestamp(session.openedAt),
            refreshedAt: Timestamp(session.refreshedAt),
            expiresAt: Timestamp(session.refreshExpiresAt),
            isCurrent: isCurrent
        )
    }
}

extension AccountRules.SenderPolicy {
    /// Reads a policy out of a request.
    ///
    /// - Throws: `invalidValue` of `sender_policy` for values this version does not know.
    init(_ policy: NoteletAPI.SenderPolicy) throws(DomainError) {
        switch policy {
        case .anyone: self = .anyone
        case .signedIn: self = .signedIn
        default:
            throw .invalid("sender_policy", "SENDER_POLICY_ANYONE or SENDER_POLICY_SIGNED_IN")
        }
    }
}
