internal import Foundation
package import NoteletClient
package import NoteletInterface

extension NoteletInterface.User {
    /// Takes over what its owner sees of an account.
    ///
    /// - Parameter user: The account.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ user: NoteletAPI.User) throws(AppError) {
        let id = try UUID(required: user.id)
        self.init(
            id: id,
            username: user.username,
            email: user.email,
            profileImageURL: URL(told: user.profileImageURL),
            personalLink: user.personalLink.flatMap { link in
                URL(told: link.url).map { PersonalLink(userId: id, token: link.token, url: $0) }
            },
            plan: Plan(user.plan),
            createdAt: user.createdAt?.date ?? .distantPast
        )
    }

    /// Takes over what others see of an account; it has no address, no link and the free plan.
    ///
    /// - Parameter profile: What others see.
    /// - Throws: `AppError`, `network` with `unknown` where it has no id.
    package init(_ profile: PublicProfile) throws(AppError) {
        self.init(
            id: try UUID(required: profile.id),
            username: profile.username,
            email: "",
            profileImageURL: URL(told: profile.profileImageURL),
            personalLink: nil,
            createdAt: .distantPast
        )
    }
}

extension NoteletInterface.User {
    /// What gives the account the name and the picture that it has here.
    package var change: UpdateProfileRequest {
        UpdateProfileRequest(
            username: username,
            profileImageURL: profileImageURL?.absoluteString ?? ""
        )
    }
}

extension NoteletInterface.Plan {
    fileprivate init(_ plan: NoteletAPI.Plan?) {
        guard let plan, plan.kind == .premium else {
            self = .free
            return
        }
        self = .premium(until: plan.expiresAt?.date)
    }
}

extension URL {
    /// Takes a message's field; nil where it is empty or no address.
    fileprivate init?(told text: String) {
        guard !text.isEmpty else { return nil }
        self.init(string: text)
    }
}
