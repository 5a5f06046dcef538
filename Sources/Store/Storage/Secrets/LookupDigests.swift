internal import Cryptography
internal import Domain
internal import Foundation
internal import TextFolding
internal import NoteRules
internal import AccountRules

/// Keyed hashes by which records are found: who has the file but not the key cannot try names.
///
/// Texts are hashed in Unicode's composed form (NFC), since canonically equivalent ones are equal.
final class LookupDigests: Sendable {
    private let usernameKey: SecretKey
    private let emailKey: SecretKey
    private let linkKey: SecretKey
    private let contactNameKey: SecretKey
    private let pseudonymKey: SecretKey
    private let idempotencyKeyKey: SecretKey
    private let banKey: SecretKey
    private let unwantedWordKey: SecretKey

    /// Derives one key for each kind of hash.
    init(masterKey: MasterKey) {
        usernameKey = masterKey.subkey(.username)
        emailKey = masterKey.subkey(.email)
        linkKey = masterKey.subkey(.link)
        contactNameKey = masterKey.subkey(.contactName)
        pseudonymKey = masterKey.subkey(.pseudonym)
        idempotencyKeyKey = masterKey.subkey(.idempotencyKey)
        banKey = masterKey.subkey(.ban)
        unwantedWordKey = masterKey.subkey(.unwantedWord)
    }

    func username(_ username: Username) -> Digest {
        Self.digest(of: username.folded, key: usernameKey)
    }

    func email(_ email: EmailAddress) -> Digest {
        Self.digest(of: email.folded, key: emailKey)
    }

    func link(_ token: LinkToken) -> Digest {
        Digest(of: token.text.utf8.span.bytes, key: linkKey)
    }

    /// Half a hash: it only has to be unique among the contacts of one owner.
    func contactName(_ name: ContactName) -> OpaqueID {
        Self.digest(of: name.text, key: contactNameKey).firstHalf
    }

    /// A short hash: it only has to be unique among the keys of one user and day.
    func idempotencyKey(_ key: IdempotencyKey) -> OpaqueID {
        let digest = ShortDigest(of: key.text.utf8.span.bytes, key: idempotencyKeyKey)
        return OpaqueID(high: digest.high, low: digest.low)
    }

    /// The name under which one receiver's blocks know one sender.
    func pseudonym(of sender: UserNumber, for receiver: UserNumber) -> OpaqueID {
        pseudonym(receiver, sender.rawValue, 0)
    }

    /// The name under which a receiver's blocks know whoever sent one note and is gone.
    func pseudonym(ofUnknownSenderAt place: Place) -> OpaqueID {
        pseudonym(place.user, UserNumber.nobody.rawValue, place.sequence.rawValue)
    }

    /// Half a hash of what a word is looked for by: it only has to be unique in one list.
    func unwantedWord(_ word: UnwantedWord) -> OpaqueID {
        Digest(of: FoldedText(word.text).bytes.span.bytes, key: unwantedWordKey).firstHalf
    }

    /// The name under which it is known that somebody is banned, which says nothing of who it is.
    func ban(of user: UserNumber) -> OpaqueID {
        withUnsafeBytes(of: user.rawValue.bigEndian) { number in
            Digest(of: number.bytes, key: banKey).firstHalf
        }
    }

    private func pseudonym(
        _ receiver: UserNumber,
        _ sender: UInt64,
        _ sequence: UInt64
    ) -> OpaqueID {
        let message = (receiver.rawValue.bigEndian, sender.bigEndian, sequence.bigEndian)
        return withUnsafeBytes(of: message) { message in
            Digest(of: message.bytes, key: pseudonymKey).firstHalf
        }
    }

    private static func digest(of text: String, key: SecretKey) -> Digest {
        let composed = text.precomposedStringWithCanonicalMapping
        return Digest(of: composed.utf8.span.bytes, key: key)
    }
}

extension Digest {
    /// The first 16 bytes, for what needs no more.
    var firstHalf: OpaqueID {
        let half = bytes.span.bytes.unsafeLoadUnaligned(as: (UInt64, UInt64).self)
        return OpaqueID(high: half.0.bigEndian, low: half.1.bigEndian)
    }
}
