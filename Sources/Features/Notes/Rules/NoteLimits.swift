package import Domain

// The limits of notes and contacts, with their reasons.
extension DomainLimits {
    /// Notes that one step of looking for old ones looks at: some milliseconds of reading.
    package static let notesPerExpiryStepMax = 5_000

    /// Old notes that are deleted in one change, each of which writes a handful of records.
    package static let expiredNotesPerStepMax = 128

    /// Characters of a contact's name, and of the relationship to it.
    package static let contactNameCharacters = 1...50

    /// Characters of the note one keeps about a contact.
    package static let contactMemoCharactersMax = 500

    /// Characters of a note or an answer, after trimming.
    package static let contentCharacters = 1...2_000

    /// Bytes of a note or an answer; keeps a page of 500 below one frame of 4 MiB with its answers
    /// cut at `pageByteCountMax`.
    package static let contentByteCountMax = 8 * 1_024

    /// Bytes of a content before it is trimmed; bounds the work of trimming.
    package static let untrimmedByteCountMax = 64 * 1_024

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

    /// Held notes that one step delivers: keeps the commit it shares short.
    package static let heldNotesPerStepMax = 200
}
