internal import Domain
internal import Records

/// A word that somebody does not want to read, under its owner and a hash of what it is looked for
/// by.
struct UnwantedWordRecord: StoredRecord {
    var text = ""
    /// Milliseconds since 1970.
    var addedAt: Int64 = 0

    enum CodingKeys: Int, CodingKey {
        case text = 1
        case addedAt = 2
    }

    static let kind = RecordKind.unwantedWord
}
