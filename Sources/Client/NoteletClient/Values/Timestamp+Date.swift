public import Foundation

extension ProtobufTimestamp {
    /// The moment as Foundation has it, exact to less than a microsecond in this century.
    public var date: Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanos) / 1_000_000_000)
    }
}

extension User {
    /// The id of the account; nil if it is none.
    public var userID: UserID? { UserID(bytes: id) }
}
