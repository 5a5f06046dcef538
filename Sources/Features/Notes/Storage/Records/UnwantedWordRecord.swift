internal import Domain
package import Records

/// A word that somebody does not want to read, under its owner and a hash of what it is looked for
/// by.
package struct UnwantedWordRecord: StoredRecord {
    var text = ""
    /// Milliseconds since 1970.
    var addedAt: Int64 = 0

    enum CodingKeys: Int, CodingKey {
        case text = 1
        case addedAt = 2
    }

    /// What damage to one is reported as.
    package static let kind = RecordKind.unwantedWord
}
