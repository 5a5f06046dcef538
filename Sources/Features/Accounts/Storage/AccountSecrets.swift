package import AccountRules
package import Cryptography
package import Domain
package import Records

// What accounts and sessions are known by outside the server, and found by within.

extension KeyPurpose {
    /// What tokens of a session begin with.
    static let sessionLocator = KeyPurpose(rawValue: 6)
    /// Ids of sessions, by which their owners name them.
    static let sessionID = KeyPurpose(rawValue: 19)
    /// Hashes of names.
    static let username = KeyPurpose(rawValue: 9)
    /// Hashes of e-mail addresses.
    static let email = KeyPurpose(rawValue: 10)
    /// Hashes of links' tokens.
    static let link = KeyPurpose(rawValue: 11)
    /// Boxes with links' tokens.
    static let linkToken = KeyPurpose(rawValue: 15)
    /// Names under which bans are kept.
    static let ban = KeyPurpose(rawValue: 16)
}

extension IdentifierCipher {
    /// What tokens of a session begin with.
    func locator(of key: SessionKey) -> OpaqueID {
        seal(key.user.rawValue, key.number, for: .sessionLocator)
    }

    /// The session that a token's beginning would point to.
    func sessionKey(at locator: OpaqueID) -> SessionKey {
        let numbers = open(locator, for: .sessionLocator)
        return SessionKey(user: UserNumber(numbers.high), number: numbers.low)
    }

    /// What a session's owner names it by, which is no part of a token.
    func sessionID(of key: SessionKey) -> SessionID {
        SessionID(seal(key.user.rawValue, key.number, for: .sessionID))
    }

    /// The session that an id would be that of.
    func sessionKey(of id: SessionID) -> SessionKey {
        let numbers = open(id.opaque, for: .sessionID)
        return SessionKey(user: UserNumber(numbers.high), number: numbers.low)
    }
}

extension LookupDigests {
    /// The hash of a name, without regard to case.
    package func username(_ username: Username) -> Digest {
        digest(of: username.folded, for: .username)
    }

    /// The hash of an e-mail address, without regard to case.
    func email(_ email: EmailAddress) -> Digest { digest(of: email.folded, for: .email) }

    /// The hash of a link's token.
    func link(_ token: LinkToken) -> Digest {
        digest(of: token.text.utf8.span.bytes, for: .link)
    }

    /// The name under which it is known that somebody is banned, which says nothing of who it is.
    func ban(of user: UserNumber) -> OpaqueID {
        withUnsafeBytes(of: user.rawValue.bigEndian) { number in
            digest(of: number.bytes, for: .ban).firstHalf
        }
    }
}

extension StoreSecrets {
    /// Hides a link's token in its owner's record.
    func sealLinkToken(_ token: LinkToken, of owner: UserNumber) -> [UInt8] {
        SealedBox.seal(
            token.text.utf8.span.bytes,
            key: key(for: .linkToken),
            context: [UInt8](bigEndian: owner.rawValue).span.bytes
        )
    }

    /// The link's token in its owner's record; nil when the box is damaged.
    package func openLinkToken(_ box: [UInt8], of owner: UserNumber) -> LinkToken? {
        let context = [UInt8](bigEndian: owner.rawValue)
        guard
            let text = try? SealedBox.open(
                box.span.bytes,
                key: key(for: .linkToken),
                context: context.span.bytes
            )
        else { return nil }
        return LinkToken(link: String(decoding: text, as: UTF8.self))
    }
}
