internal import AccountRules
internal import Domain
internal import Foundation

/// A password as it came, in the one form in which it is measured and hashed: Unicode's composed
/// form (NFC).
///
/// Keyboards and systems write the same text differently: 한 has three bytes from one and nine from
/// another, and it must be the same password.
struct TypedPassword: Sendable {
    /// The text in NFC; of one that is far too long its beginning, which is too long as well.
    let composed: String

    /// Composes what was typed.
    init(_ text: String) {
        let beginning = String(decoding: text.utf8.prefix(Self.byteCountRead), as: UTF8.self)
        composed = beginning.precomposedStringWithCanonicalMapping
    }

    /// Bytes that are looked at, which bounds the work of composing: one more than four times those
    /// of the longest password, since composing leaves more than a quarter of any text.
    private static let byteCountRead = 4 * DomainLimits.passwordByteCountMax + 1
}
