package import AccountRules
internal import Domain
package import NoteletAPI
internal import ProtobufCoding

extension NoteletAPI.User {
    /// An account as its owner sees it.
    package init(_ user: AccountRules.User, linkBaseURL: String) {
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
    package init(_ plan: AccountRules.Plan) {
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
    package init(_ status: AccountRules.AccountStatus) {
        switch status {
        case .active: self = .active
        case .inactive: self = .inactive
        case .banned: self = .banned
        }
    }
}

extension NoteletAPI.PublicProfile {
    /// What others may see.
    package init(_ profile: AccountRules.PublicProfile) {
        self.init(
            username: profile.username,
            profileImageURL: profile.profileImageURL?.text ?? "",
            senderPolicy: NoteletAPI.SenderPolicy(profile.senderPolicy),
            id: profile.id.opaque.bytes
        )
    }
}

extension NoteletAPI.PersonalLink {
    /// A link as its owner shares it.
    package init(_ link: AccountRules.PersonalLink) {
        self.init(token: link.token.text, url: link.url, shareableText: link.shareableText)
    }
}

extension NoteletAPI.SenderPolicy {
    /// Who may write.
    package init(_ policy: AccountRules.SenderPolicy) {
        switch policy {
        case .anyone: self = .anyone
        case .signedIn: self = .signedIn
        }
    }
}
