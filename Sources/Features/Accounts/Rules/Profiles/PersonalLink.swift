package import Domain

/// The unguessable part of a personal link: 128 random bits, which stand in the link as 22
/// characters of base64url.
package struct LinkToken: Hashable, Sendable {
    /// The bits, the most significant first.
    package let value: OpaqueID

    /// Makes a new token.
    package init(random: any RandomSource) {
        guard let value = OpaqueID(random.bytes(OpaqueID.byteCount)) else {
            preconditionFailure("A source of random bytes gives as many as it is asked for.")
        }
        self.value = value
    }

    /// Reads a token, or the token at the end of a link; nil when there is none.
    package init?(link: String) {
        guard link.utf8.count <= DomainLimits.linkByteCountMax else { return nil }
        var link = link
        // By bytes: finding where characters end would cost more than all else here.
        let value = link.withUTF8 { bytes in
            let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
            let token = UnsafeBufferPointer(rebasing: bytes[(slash.map { $0 + 1 } ?? 0)...])
            return Base64URL.decodeID(token)
        }
        guard let value else { return nil }
        self.value = value
    }

    /// The token as it stands in a link: 22 characters, of which the case counts.
    package var text: String { Base64URL.encode(value.bytes) }
}

/// A personal link as it is shared.
package struct PersonalLink: Equatable, Sendable {
    /// The part that nobody can guess, and that says whose link it is.
    package let token: LinkToken
    /// What comes before the token, with its last "/".
    package let baseURL: String

    /// Where links point to when the operator does not say.
    package static let defaultBaseURL = "https://app.anonymous-message.com/receive/"

    /// Joins a token and the base of the service's links.
    package init(token: LinkToken, baseURL: String = defaultBaseURL) {
        self.token = token
        self.baseURL = baseURL
    }

    /// The address to open: the base followed by the token.
    package var url: String { baseURL + token.text }
    /// The sentence with which people share their link.
    package var shareableText: String { "익명으로 쪽지를 보내주세요: " + url }
}

/// Who may write through a personal link.
package enum SenderPolicy: UInt8, CaseIterable, Sendable {
    /// Guests too.
    case anyone = 1
    /// People with an account; they stay as anonymous as they wish.
    case signedIn = 2
}

/// What others may see of a person: who has the link, and who knows the id.
package struct PublicProfile: Equatable, Sendable {
    /// The id of the account.
    package let id: UserID
    /// The name by which the person is shown at present.
    package let username: String
    /// Where the picture lies; nil when there is none.
    package let profileImageURL: ImageURL?
    /// Who may write, so that a visitor learns it before writing.
    package let senderPolicy: SenderPolicy

    /// The public part of an account.
    package init(of user: User) {
        id = user.id
        username = user.displayName
        profileImageURL = user.profileImageURL
        senderPolicy = user.senderPolicy
    }
}
