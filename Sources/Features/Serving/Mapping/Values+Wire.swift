internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import NoteRules
internal import AccountRules

extension Timestamp {
    /// A moment as the wire tells it.
    init(_ instant: Instant) {
        let (seconds, milliseconds) = instant.milliseconds.quotientAndRemainder(
            dividingBy: 1_000
        )
        let wire = Timestamp(
            seconds: milliseconds < 0 ? seconds - 1 : seconds,
            nanos: Int32((milliseconds + 1_000) % 1_000) * 1_000_000
        )
        // Moments before the year 1 and after 9999 do not exist on the wire, nor on a server.
        self = wire ?? Timestamp()
    }
}

extension OpaqueID {
    /// Reads an id out of a request.
    ///
    /// - Throws: `invalidValue` of the named field unless it is 16 bytes.
    init(_ bytes: [UInt8], field: String) throws(DomainError) {
        guard let id = OpaqueID(bytes) else {
            throw .refused(.invalidValue(field: field, expected: "an id of 16 bytes"))
        }
        self = id
    }
}

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

extension NoteletAPI.Answer {
    /// The answer to a note as its viewer may see it, who knows the note by this id.
    init(_ answer: NoteRules.Answer, to note: MessageID) {
        self.init(
            content: answer.content.text,
            answeredAt: Timestamp(answer.answeredAt),
            id: AnswerID(of: note).opaque.bytes
        )
    }
}

extension NoteletAPI.PersonalLink {
    /// A link as its owner shares it.
    init(_ link: AccountRules.PersonalLink) {
        self.init(token: link.token.text, url: link.url, shareableText: link.shareableText)
    }
}

extension NoteletAPI.SenderPolicy {
    /// Who may write.
    init(_ policy: AccountRules.SenderPolicy) {
        switch policy {
        case .anyone: self = .anyone
        case .signedIn: self = .signedIn
        }
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
            throw .refused(
                .invalidValue(
                    field: "sender_policy",
                    expected: "SENDER_POLICY_ANYONE or SENDER_POLICY_SIGNED_IN"
                )
            )
        }
    }
}
