/// Every limit of the domain, with its reason.
package enum DomainLimits {
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

    /// Notes that one step of looking for old ones looks at: some milliseconds of reading.
    package static let notesPerExpiryStepMax = 5_000
    /// Old notes that are deleted in one change, each of which writes a handful of records.
    package static let expiredNotesPerStepMax = 128

    /// Bytes of a link as somebody pastes it: any URL that ends in a token.
    package static let linkByteCountMax = 2_048

    /// Characters of a contact's name, and of the relationship to it.
    package static let contactNameCharacters = 1...50
    /// Characters of the note one keeps about a contact.
    package static let contactMemoCharactersMax = 500
    /// Bytes per permitted character of short texts; stops piles of combining marks.
    package static let bytesPerCharacterMax = 16

    /// Characters of a note or an answer, after trimming.
    package static let contentCharacters = 1...2_000
    /// Bytes of a note or an answer; keeps a page of 500 below one frame of 4 MiB with its answers
    /// cut at `pageByteCountMax`.
    package static let contentByteCountMax = 8 * 1_024

    /// Bytes of a content before it is trimmed; bounds the work of trimming.
    package static let untrimmedByteCountMax = 64 * 1_024

    /// Items of one page of any list.
    package static let pageItemsMax = 500
    /// Items of a page when the request does not say.
    package static let pageItemsDefault = 50
    /// Bytes after which a page ends early; leaves room for one more note and the envelope.
    package static let pageByteCountMax = 1 << 20

    /// Characters of an unwanted word or phrase, after trimming.
    package static let unwantedWordCharacters = 1...50
    /// Bytes of an unwanted word: bounds what all words of a list make in memory.
    package static let unwantedWordByteCountMax = 200
    /// Unwanted words of one account.
    package static let unwantedWordsPerUserMax = 50
    /// Unwanted words of the operator.
    package static let unwantedWordsOfOperatorMax = 500

    /// Blocks of one receiver: bounds the list that is read whole.
    package static let blocksPerUserMax = 1_000
    /// Characters of what a receiver says about a reported note.
    package static let reportDetailCharactersMax = 1_000

    /// Records that one page of an operator's list looks at: bounds the page that finds nothing.
    package static let recordsPerSearchMax = 5_000

    /// Characters of an idempotency key.
    package static let idempotencyKeyCharacters = 1...64
    /// Days of lived time for which replies are kept beside today: a key is good for 24 hours at
    /// least, also while lived time goes by a fifth faster than time.
    package static let replyDaysKept: UInt32 = 2
    /// Seconds by which lived time may be behind what is stored without a retry being applied
    /// again, as where its note is lost; and by which a session may come from a time to come.
    package static let clockStepSecondsMax: Int64 = 7 * 86_400

    /// Held notes that one step delivers: keeps the commit it shares short.
    package static let heldNotesPerStepMax = 200

    /// Records that one step of an erasure touches: keeps the commit it shares short.
    package static let erasureStepRecordsMax = 200
}

extension ClosedRange<Int> {
    /// The range as people are told of it: `1 to 50`.
    var words: String { "\(lowerBound) to \(upperBound)" }
}
