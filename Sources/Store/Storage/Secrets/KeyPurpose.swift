internal import Cryptography

/// What a subkey of the store's master key is for; a number is never given to another purpose.
enum KeyPurpose: UInt64 {
    case fingerprint = 1
    case userID = 2
    case contactID = 3
    case receivedID = 4
    case sentID = 5
    case sessionLocator = 6
    case senderRoute = 7
    case receiverRoute = 8
    case username = 9
    case email = 10
    case link = 11
    case contactName = 12
    case pseudonym = 13
    case idempotencyKey = 14
    case linkToken = 15
    case ban = 16
    case unwantedWord = 17
    case erasure = 24
}

extension MasterKey {
    /// The key of one purpose of the store.
    func subkey(_ purpose: KeyPurpose) -> SecretKey {
        subkey(purpose.rawValue, context: "ntlstore")
    }
}
