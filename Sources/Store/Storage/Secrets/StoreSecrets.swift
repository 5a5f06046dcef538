internal import Cryptography
internal import Domain
internal import AccountRules

/// Everything that the store derives from its master key.
final class StoreSecrets: Sendable {
    let identifiers: IdentifierCipher
    let digests: LookupDigests
    /// Tells one master key from another and nothing else about it.
    let fingerprint: [UInt8]
    private let linkTokenKey: SecretKey
    private let erasureKey: SecretKey

    /// Derives the keys of all purposes.
    init(masterKey: MasterKey) {
        identifiers = IdentifierCipher(masterKey: masterKey)
        digests = LookupDigests(masterKey: masterKey)
        linkTokenKey = masterKey.subkey(.linkToken)
        erasureKey = masterKey.subkey(.erasure)
        let label: [UInt8] = Array("notelet store".utf8)
        let digest = Digest(of: label.span.bytes, key: masterKey.subkey(.fingerprint))
        fingerprint = digest.bytes.span.withUnsafeBytes { [UInt8]($0) }
    }

    /// Names somebody who was deleted, to who has the master key.
    ///
    /// - Parameters:
    ///   - user: The number, given out once in a store and those that are restored from it.
    ///   - life: When the store was made: another one with this key gives out the same numbers.
    /// - Returns: The name, which is no other's.
    func erasureDigest(of user: UserNumber, life: Int64) -> OpaqueID {
        var message: [UInt8] = []
        message.append(bigEndian: life)
        message.append(bigEndian: user.rawValue)
        return Digest(of: message.span.bytes, key: erasureKey).firstHalf
    }

    /// Hides a link's token in its owner's record.
    func sealLinkToken(_ token: LinkToken, of owner: UserNumber) -> [UInt8] {
        let context = Self.context(owner)
        return SealedBox.seal(
            token.text.utf8.span.bytes,
            key: linkTokenKey,
            context: context.span.bytes
        )
    }

    /// The link's token in its owner's record; nil when the box is damaged.
    func openLinkToken(_ box: [UInt8], of owner: UserNumber) -> LinkToken? {
        let context = Self.context(owner)
        guard
            let text = try? SealedBox.open(
                box.span.bytes,
                key: linkTokenKey,
                context: context.span.bytes
            )
        else { return nil }
        return LinkToken(link: String(decoding: text, as: UTF8.self))
    }

    private static func context(_ owner: UserNumber) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: owner.rawValue)
        return bytes
    }
}
