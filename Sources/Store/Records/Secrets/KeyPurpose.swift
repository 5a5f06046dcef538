internal import Cryptography

/// What a subkey of the store's master key is for; a number is never given to another purpose.
///
/// Features declare their own purposes beside what they use them for: ids with one of the numbers
/// of `identifiers`, hashes and boxes with any other one. A key lies in pages of its own, so that
/// each is derived for what it is used for alone.
package struct KeyPurpose: RawRepresentable, Hashable, Sendable {
    /// The number, at most `greatestNumber`.
    package let rawValue: UInt64

    /// Names a purpose by its number.
    package init(rawValue: UInt64) {
        precondition(rawValue <= Self.greatestNumber, "Subkeys are derived up to here.")
        self.rawValue = rawValue
    }

    /// The greatest number of a purpose: all are derived when a store is opened.
    static let greatestNumber: UInt64 = 36

    /// The numbers of ids; the gap between them was given away before there were features.
    private static let identifiers = [2...8, 18...23, 32...33] as [ClosedRange<UInt64>]

    /// Whether ids are made with the key.
    var isOfIdentifiers: Bool { Self.identifiers.contains { $0.contains(rawValue) } }

    /// Tells one master key from another.
    static let fingerprint = KeyPurpose(rawValue: 1)
    /// Ids of accounts and guests.
    static let userID = KeyPurpose(rawValue: 2)
    /// Hashes under which replies are kept.
    static let idempotencyKey = KeyPurpose(rawValue: 14)
    /// Names of who was deleted.
    static let erasure = KeyPurpose(rawValue: 24)
}

extension MasterKey {
    /// The key of one purpose of the store.
    func subkey(_ purpose: KeyPurpose) -> SecretKey {
        subkey(purpose.rawValue, context: "ntlstore")
    }

    /// What is made of the keys of some purposes, by their numbers.
    func forEachPurpose<Value>(
        where isWanted: (KeyPurpose) -> Bool,
        _ make: (SecretKey) -> Value
    ) -> [Value?] {
        (0...KeyPurpose.greatestNumber).map { number in
            let purpose = KeyPurpose(rawValue: number)
            return isWanted(purpose) ? make(subkey(purpose)) : nil
        }
    }
}
