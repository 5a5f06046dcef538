package import Domain

// The limits of the published configuration, with their reasons.
extension DomainLimits {
    /// Characters of a key, each of one byte: a few words.
    package static let configKeyCharacters = 1...64

    /// Bytes of a value: a page of text, or a table of a few hundred rows.
    package static let configValueByteCountMax = 16 * 1_024

    /// Entries of a version: bounds the records that one publication writes.
    package static let configEntriesMax = 500

    /// Bytes of all keys and values of a version: what each application gets with one answer, and
    /// each who follows it with one page of the feed.
    package static let configByteCountMax = 256 * 1_024

    /// Versions that are kept: bounds the history, 25 MiB, and the list that is read whole.
    package static let configVersionsMax = 100

    /// Characters of why a version was published: a line of the history.
    package static let configNoteCharactersMax = 200
}
