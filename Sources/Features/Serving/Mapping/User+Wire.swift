internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import AccountRules

extension NoteletAPI.User {
    /// An account as its owner sees it.
    init(_ user: AccountRules.User, linkBaseURL: String) {
        self.init(
            id: user.id.opaque.bytes,
            username: user.username.text,
            email: user.email.text,
            profileImageURL: user.profileImageURL?.text ?? "",
            personalLink: user.linkToken.map {
                NoteletAPI.PersonalLink(AccountRules.PersonalLink(token: $0, baseURL: linkBaseURL))
            },
            plan: NoteletAPI.Plan(user.plan),
            status: NoteletAPI.AccountStatus(user.status),
            createdAt: Timestamp(user.createdAt),
            senderPolicy: NoteletAPI.SenderPolicy(user.senderPolicy),
            coarseTimes: user.anonymousTimes == .day
        )
    }
}

extension NoteletAPI.Plan {
    /// What an account may do.
    init(_ plan: AccountRules.Plan) {
        switch plan {
        case .free:
            self.init(kind: .free, expiresAt: nil)
        case .premium(let expiresAt):
            self.init(kind: .premium, expiresAt: Timestamp(expiresAt))
        }
    }
}

extension NoteletAPI.AccountStatus {
    /// Whether an account may act.
    init(_ status: AccountRules.AccountStatus) {
        switch status {
        case .active: self = .active
        case .inactive: self = .inactive
        case .banned: self = .banned
        }
    }
}

extension NoteletAPI.PublicProfile {
    /// What others may see.
    init(_ profile: AccountRules.PublicProfile) {
        self.init(
            username: profile.username,
            profileImageURL: profile.profileImageURL?.text ?? "",
            senderPolicy: NoteletAPI.SenderPolicy(profile.senderPolicy),
            id: profile.id.opaque.bytes
        )
    }
}
