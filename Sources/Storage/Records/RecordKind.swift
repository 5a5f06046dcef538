internal import Domain

/// The kinds of records, as the operator is told of a damaged one.
enum RecordKind: String {
    case account
    case answer
    case audit
    case block
    case change
    case contact
    case counter
    case erasure
    case meta
    case received = "received note"
    case reply
    case report
    case sent = "sent note"
    case session
    case uniqueEntry = "unique entry"

    /// What is thrown when a record of this kind cannot be read.
    var damaged: DomainError { .dataLoss("a damaged record: \(rawValue)") }
}
