internal import Domain

/// The kinds of records, as the operator is told of a damaged one.
enum RecordKind: String {
    case account
    case answer
    case audit
    case ban
    case block
    case change
    case contact
    case counter
    case erasure
    case meta
    case received = "received note"
    case reply
    case report
    case resetCode = "reset code"
    case sent = "sent note"
    case session
    case sharedChange = "shared change"
    case uniqueEntry = "unique entry"
    case unwantedWord = "unwanted word"

    /// What is thrown when a record of this kind cannot be read.
    var damaged: DomainError { .dataLoss("a damaged record: \(rawValue)") }
}
