public import Foundation

/// What a list of members shows of one of them.
public struct MemberUiModel: Hashable, Identifiable, Sendable {
    /// The id of the member.
    public let id: UUID
    /// How the member is called.
    public let displayName: String
    /// The day on which the member joined, such as `2024/01/01`.
    public let formattedJoinDate: String

    /// Creates what is shown.
    ///
    /// - Parameters:
    ///   - id: The id of the member.
    ///   - displayName: How the member is called.
    ///   - formattedJoinDate: The day on which the member joined.
    public init(id: UUID, displayName: String, formattedJoinDate: String) {
        self.id = id
        self.displayName = displayName
        self.formattedJoinDate = formattedJoinDate
    }
}

extension Member {
    /// What a list shows.
    ///
    /// - Parameter timeZone: Where the day is counted; where the device is unless given.
    /// - Returns: The name, and the day in the form of `yyyy/MM/dd` whatever the language.
    public func toUiModel(timeZone: TimeZone = .current) -> MemberUiModel {
        let style = Date.VerbatimFormatStyle(
            format: "\(year: .padded(4))/\(month: .twoDigits)/\(day: .twoDigits)",
            locale: Locale(identifier: "en_US"),
            timeZone: timeZone,
            calendar: Calendar(identifier: .gregorian)
        )
        return MemberUiModel(
            id: id,
            displayName: name,
            formattedJoinDate: joinedAt.formatted(style)
        )
    }
}
