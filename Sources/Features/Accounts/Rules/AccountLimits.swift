package import Domain

// The limits of accounts, with their reasons.
extension DomainLimits {
    /// Characters of a username: enough for a name, short enough for one line of a list.
    package static let usernameCharacters = 2...30

    /// Bytes of a username; stops piles of combining marks that count as one character.
    package static let usernameByteCountMax = 120

    /// Bytes of an e-mail address (RFC 5321, as corrected by RFC 3696 erratum 1690).
    package static let emailByteCountMax = 254

    /// Bytes of the part of an e-mail address before the "@" (RFC 5321, 4.5.3.1.1).
    package static let emailLocalPartByteCountMax = 64

    /// Bytes of a picture's URL: what browsers and caches take without trouble.
    package static let imageURLByteCountMax = 2_048

    /// Characters of a password where it is the only factor (NIST SP 800-63B-4, 3.1.1.2, which
    /// counts code points: of those a character has one or more).
    package static let passwordCharactersMin = 15

    /// Bytes of a password in its composed form (NFC); bounds the work of hashing it.
    package static let passwordByteCountMax = 128

    /// Seconds an access token lives: short, since it is sent with every call.
    package static let accessTokenSeconds: Int64 = 15 * 60

    /// Seconds a refresh token lives without being used.
    package static let refreshIdleSeconds: Int64 = 30 * 86_400

    /// Seconds after which a log-in ends however often it was refreshed.
    package static let refreshAbsoluteSeconds: Int64 = 180 * 86_400

    /// Seconds in which a spent refresh token still yields its unused successor: a lost reply must
    /// not sign anybody out.
    package static let refreshGraceSeconds: Int64 = 30

    /// Sessions of one account; opening one more ends the one that was refreshed longest ago.
    package static let sessionsPerAccountMax = 20

    /// Seconds of lived time for which a session is kept when its time is over: lived time that
    /// goes by a fifth faster, since the clock was set forward, comes to 36 days in the 30 of a
    /// session.
    package static let lapsedSessionKeptSeconds: Int64 = 7 * 86_400

    /// Sessions that one step of their clearing looks at: some milliseconds of reading.
    package static let sessionsPerSweepStepMax = 5_000

    /// Bytes of a link as somebody pastes it: any URL that ends in a token.
    package static let linkByteCountMax = 2_048
}
