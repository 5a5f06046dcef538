public import Foundation

extension ProtobufTimestamp {
    /// The moment as Foundation has it, exact to less than a microsecond in this century.
    public var date: Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanos) / 1_000_000_000)
    }

    /// Takes a moment to the nearest microsecond, so that one that was had of a message is that
    /// again; nil for one that no message can say.
    ///
    /// - Parameter date: The moment.
    package init?(_ date: Date) {
        let time = (date.timeIntervalSince1970 * 1_000_000).rounded()
        guard let microseconds = Int64(exactly: time) else { return nil }
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let nanos = Int32(rest) * 1_000
        self.init(
            seconds: nanos < 0 ? seconds - 1 : seconds,
            nanos: nanos < 0 ? nanos + 1_000_000_000 : nanos
        )
    }
}

extension User {
    /// The id of the account; nil if it is none.
    public var userID: UserID? { UserID(bytes: id) }
}
