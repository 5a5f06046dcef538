import AccountRules
import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// An account or a guest as it is shown, wherever it was read.
struct ShownUser {
    let id: String
    /// Whether it is a guest, who has an id and a status and nothing else of what follows.
    let isGuest: Bool
    let username: String
    let email: String
    let status: String
    let isPremium: Bool
    let premiumExpiresAt: Moment?
    let senderPolicy: String
    let hasLink: Bool
    let createdAt: Moment?

    /// An account that a server told of.
    init(_ user: ManagedUser, at now: Instant) {
        id = shownID(user.id)
        isGuest = user.isGuest
        username = user.username
        email = user.email
        status = user.status.plainName
        premiumExpiresAt = user.plan?.expiresAt.map { Moment($0) }
        isPremium = premiumExpiresAt.map { now < $0.instant } ?? false
        senderPolicy = user.senderPolicy.plainName
        hasLink = user.hasLink
        createdAt = user.createdAt.map { Moment($0) }
    }

    /// An account that was read from a store.
    init(_ user: AccountRules.User, at now: Instant) {
        id = user.id.opaque.uuid
        isGuest = false
        username = user.username.text
        email = user.email.text
        status = "\(user.status)"
        isPremium = user.isPremium(at: now)
        premiumExpiresAt =
            if case .premium(let end) = user.plan { Moment(end) } else { nil }
        switch user.senderPolicy {
        case .anyone: senderPolicy = "anyone"
        case .signedIn: senderPolicy = "signed_in"
        }
        hasLink = user.linkToken != nil
        createdAt = Moment(user.createdAt)
    }

    /// An account or a guest that was read from a store.
    init(_ person: ManagedPerson, at now: Instant) {
        switch person {
        case .account(let user): self.init(user, at: now)
        case .guest(let guest):
            let status: NoteletAPI.AccountStatus = guest.isBanned ? .banned : .active
            let user = ManagedUser(id: guest.id.opaque.bytes, status: status, isGuest: true)
            self.init(user, at: now)
        }
    }

    /// What the operator calls it, and types to confirm: the username, or the id of a guest.
    var name: String { isGuest ? id : username }

    /// The account or guest for a program.
    var json: JSON {
        guard !isGuest else {
            return .object([
                ("id", .string(id)), ("guest", .bool(true)), ("status", .string(status)),
            ])
        }
        return Self.form.json(self)
    }

    /// The plan for a person.
    var planText: String {
        guard let premiumExpiresAt else { return "free" }
        let verb = isPremium ? "premium until" : "free, premium ended"
        return "\(verb) \(premiumExpiresAt.shortText) UTC"
    }

    /// The account or guest, a row for each fact.
    var facts: [(String, String)] {
        guard !isGuest else {
            return [("guest", "without an account"), ("id", id), ("status", status)]
        }
        return [
            ("username", username),
            ("e-mail", email),
            ("id", id),
            ("status", status),
            ("plan", planText),
            ("notes from", senderPolicy),
            ("link", hasLink ? "on" : "off"),
            ("opened", createdAt?.shortText ?? ""),
        ]
    }
}

extension ShownUser {
    /// How accounts are listed.
    static let form = RowForm<ShownUser>(
        "users",
        "user",
        nouns: (one: "account", several: "accounts"),
        fields: [
            .text("id", \.id), .text("username", \.username), .text("email", \.email),
            .text("status", \.status), .text("plan") { $0.isPremium ? "premium" : "free" },
            RowField("premium_expires_at") { $0.premiumExpiresAt.json },
            .text("sender_policy", \.senderPolicy), RowField("has_link") { .bool($0.hasLink) },
            RowField("created_at") { $0.createdAt.json },
        ],
        columns: [
            .text("username", \.username), .text("e-mail", \.email),
            .text("status", fitting: .wholeOrOmitted, \.status),
            .text("plan", fitting: .wholeOrOmitted, \.planText),
            .text("opened", fitting: .wholeOrOmitted) { $0.createdAt?.shortText ?? "" },
            .text("id", fitting: .whole, \.id),
        ]
    )
}
