package import Domain

/// A single-use code with which somebody who lost the password sets a new one.
///
/// An operator hands it over, by telephone or on paper: 20 letters and digits of Crockford's
/// base 32, in groups of five, which leaves out what is mistaken for something else. It has 100
/// random bits, so that guessing is hopeless at any rate.
package struct ResetCode: Hashable, Sendable {
    /// The letters and digits alone, in upper case.
    private let characters: [UInt8]

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let characterCount = 20
    private static let groupCharacterCount = 5

    /// Makes a code.
    package init(random: any RandomSource) {
        // Of each byte the five lowest bits.
        characters = random.bytes(Self.characterCount).map { Self.alphabet[Int($0 & 31)] }
    }

    /// Reads a code as somebody types it: in either case, with or without hyphens and spaces, with
    /// O for 0 and I or L for 1; nil for what is none.
    package init?(_ text: String) {
        // Whatever its length, no more is looked at than a code and what may stand between.
        guard text.utf8.count <= Self.characterCount * 4 else { return nil }
        var characters: [UInt8] = []
        for character in text.uppercased().utf8 {
            switch character {
            case UInt8(ascii: "-"), UInt8(ascii: " "): continue
            case UInt8(ascii: "O"): characters.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): characters.append(UInt8(ascii: "1"))
            case _ where Self.alphabet.contains(character): characters.append(character)
            default: return nil
            }
        }
        guard characters.count == Self.characterCount else { return nil }
        self.characters = characters
    }

    /// The code as it is handed over: `ABCDE-FGHJK-MNPQR-STVWX`.
    package var text: String {
        stride(from: 0, to: characters.count, by: Self.groupCharacterCount)
            .map { String(decoding: characters[$0..<$0 + Self.groupCharacterCount], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// What a store keeps of the code, 32 bytes.
    func digest(_ context: Context) -> [UInt8] { context.secrets.digest(characters) }
}

/// A code that was handed over and not used yet, as a store keeps it.
package struct PendingReset: Hashable, Sendable {
    /// The digest of the code, 32 bytes.
    package let digest: [UInt8]
    /// The account that the code is for.
    package let user: UserNumber
    /// When the code ends, exclusive.
    package let expiresAt: Instant
    /// Who handed it out.
    package let operatorName: String

    /// Gathers what is known of a code.
    package init(digest: [UInt8], user: UserNumber, expiresAt: Instant, operatorName: String) {
        self.digest = digest
        self.user = user
        self.expiresAt = expiresAt
        self.operatorName = operatorName
    }
}

/// Sets a new password by a code, and ends all sessions.
package struct ResetPassword: Sendable {
    /// The code; nil when what was typed is none.
    package let code: ResetCode?
    /// The hash of the new password, which was checked as a `Password`.
    package let newHash: PasswordHash

    /// Gathers the change.
    package init(code: ResetCode?, newHash: PasswordHash) {
        self.code = code
        self.newHash = newHash
    }

    /// The account that a code is for; nil where it is wrong, used or over, which the caller must
    /// not let show: neither in the reply nor in the time it takes.
    package static func account(
        of code: ResetCode?,
        in store: any AccountReading,
        _ context: Context
    ) throws(DomainError) -> User? {
        guard let code, let pending = try store.pendingReset(code.digest(context)),
            context.now < pending.expiresAt
        else { return nil }
        return try store.user(pending.user)
    }

    /// Stores the new hash, uses the code up, and records that.
    ///
    /// - Throws: `resetCodeInvalid`, whether the code is wrong, used or over.
    package func run(
        in store: any AccountAdministrationWriting & AccountWriting & SessionWriting,
        _ context: Context
    ) throws(DomainError) {
        guard let code, let pending = try store.pendingReset(code.digest(context)),
            context.now < pending.expiresAt, var account = try store.user(pending.user)
        else { throw .refused(.resetCodeInvalid) }
        account.passwordHash = newHash
        try store.updateQuietly(account)
        try store.endSessions(of: account.number)
        try store.deletePendingResets(of: account.number, expiredAt: context.now)
        // The operator who handed the code out may want to know that somebody has used it.
        try store.record(
            Operator(name: pending.operatorName),
            "user reset-password \(account.id.opaque.uuid): the code was used",
            context
        )
    }
}
