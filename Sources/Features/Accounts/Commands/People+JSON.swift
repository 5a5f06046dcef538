package import CommandLineInterface
package import NoteletClient
import PersonCommands

extension User {
    /// The account for a program.
    package var json: JSON {
        .object([
            ("id", identifier(id)),
            ("username", .string(username)),
            ("email", .string(email)),
            ("profile_image_url", .nonempty(profileImageURL)),
            ("personal_link", personalLink?.json ?? .null),
            ("plan", plan?.json ?? .null),
            ("status", .string(status.plainName)),
            ("created_at", createdAt.json),
            ("sender_policy", .string(senderPolicy.plainName)),
            ("coarse_times", .bool(coarseTimes)),
        ])
    }
}

extension PersonalLink {
    var json: JSON {
        .object([
            ("token", .string(token)),
            ("url", .string(url)),
            ("shareable_text", .string(shareableText)),
        ])
    }
}

extension Plan {
    fileprivate var json: JSON {
        .object([("kind", .string(kind.plainName)), ("expires_at", expiresAt.json)])
    }
}

extension PublicProfile {
    var json: JSON {
        .object([
            ("id", identifier(id)),
            ("username", .string(username)),
            ("profile_image_url", .nonempty(profileImageURL)),
            ("sender_policy", .string(senderPolicy.plainName)),
        ])
    }
}

extension ExportedSession {
    /// The session for a program.
    package var json: JSON {
        .object([("opened_at", openedAt.json), ("refreshed_at", refreshedAt.json)])
    }
}
