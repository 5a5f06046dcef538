internal import Cryptography
internal import Domain
internal import Foundation

/// Keyed hashes by which records are found: who has the file but not the key cannot try names.
///
/// Texts are hashed in Unicode's composed form (NFC), since canonically equivalent ones are equal.
struct LookupDigests: Sendable {
    private let usernameKey: SecretKey
    private let emailKey: SecretKey
    private let linkKey: SecretKey
    private let contactNameKey: SecretKey
    private let pseudonymKey: SecretKey
    private let idempotencyKeyKey: SecretKey

    /// Derives one key for each kind of hash.
    init(masterKey: MasterKey) {
        usernameKey = masterKey.subkey(.username)
        emailKey = masterKey.subkey(.email)
        linkKey = masterKey.subkey(.link)
        contactNameKey = masterKey.subkey(.contactName)
        pseudonymKey = masterKey.subkey(.pseudonym)
        idempotencyKeyKey = masterKey.subkey(.idempotencyKey)
    }

    func username(_ username: Username) -> Digest {
        Self.digest(of: username.folded, key: usernameKey)
    }

    func email(_ email: EmailAddress) -> Digest {
        Self.digest(of: email.folded, key: emailKey)
    }

    func link(_ token: LinkToken) -> Digest {
        Digest(of: Array(token.text.utf8).span.bytes, key: linkKey)
    }

    /// Half a hash: it only has to be unique among the contacts of one owner.
    func contactName(_ name: ContactName) -> OpaqueID {
        Self.digest(of: name.text, key: contactNameKey).firstHalf
    }

    /// Half a hash: it only has to be unique among the keys of one user and day.
    func idempotencyKey(_ key: IdempotencyKey) -> OpaqueID {
        Digest(of: Array(key.text.utf8).span.bytes, key: idempotencyKeyKey).firstHalf
    }

    /// The name under which one receiver's blocks know one sender.
    func pseudonym(of sender: UserNumber, for receiver: UserNumber) -> OpaqueID {
        pseudonym(receiver, sender.rawValue, 0)
    }

    /// The name under which a receiver's blocks know whoever sent one note and is gone.
    func pseudonym(ofUnknownSenderAt place: Place) -> OpaqueID {
        pseudonym(place.user, UserNumber.nobody.rawValue, place.sequence.rawValue)
    }

    private func pseudonym(
        _ receiver: UserNumber,
        _ sender: UInt64,
        _ sequence: UInt64
    ) -> OpaqueID {
        var message: [UInt8] = []
        message.append(bigEndian: receiver.rawValue)
        message.append(bigEndian: sender)
        message.append(bigEndian: sequence)
        return Digest(of: message.span.bytes, key: pseudonymKey).firstHalf
    }

    private static func digest(of text: String, key: SecretKey) -> Digest {
        let composed = text.precomposedStringWithCanonicalMapping
        return Digest(of: Array(composed.utf8).span.bytes, key: key)
    }
}

extension Digest {
    fileprivate var firstHalf: OpaqueID {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<8 {
            high = high << 8 | UInt64(bytes[index])
            low = low << 8 | UInt64(bytes[index + 8])
        }
        return OpaqueID(high: high, low: low)
    }
}
