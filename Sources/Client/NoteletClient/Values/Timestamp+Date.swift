public import Foundation

extension ProtobufTimestamp {
    /// The moment as Foundation has it, exact to less than a microsecond in this century.
    public var date: Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanos) / 1_000_000_000)
    }

    /// Takes a moment to the microsecond; nil for one that no message can say.
    ///
    /// - Parameter date: The moment.
    package init?(_ date: Date) {
        let time = date.timeIntervalSince1970
        guard let seconds = Int64(exactly: time.rounded(.down)) else { return nil }
        let microseconds = Int32((time - time.rounded(.down)) * 1_000_000)
        self.init(seconds: seconds, nanos: microseconds * 1_000)
    }
}

extension User {
    /// The id of the account; nil if it is none.
    public var userID: UserID? { UserID(bytes: id) }
}
