package import Domain
internal import TextForms

/// When points lapse that are given as rewards.
package enum PointExpiry: String, CaseIterable, Sendable {
    /// Never.
    case never
    /// 365 days later.
    case yearly
    /// At the end of the quarter in which they are a year old: in January, April, July or October.
    case quarterly

    /// When points lapse that are given at a moment; nil for never.
    package func end(of moment: Instant) -> Instant? {
        switch self {
        case .never: nil
        case .yearly: moment.adding(seconds: 365 * 86_400)
        case .quarterly: Self.quarter(behind: moment)
        }
    }

    /// The beginning of the quarter behind the one in which a moment is a year ago.
    private static func quarter(behind moment: Instant) -> Instant {
        let month = CalendarDate(dayNumber: Int(moment.dayNumber)).monthNumber
        let quarter = month / 3 + 4 + 1
        let start = CalendarDate(monthNumber: quarter * 3)
        return Instant(seconds: Int64(start.dayNumber) * 86_400)
    }
}
