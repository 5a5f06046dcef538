package import Domain
internal import TextForms

/// When points lapse that are given as rewards.
package enum PointExpiry: String, CaseIterable, Sendable {
    /// Never.
    case never
    /// A year later.
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
    private static func quarter(behind moment: Instant) -> Instant? {
        let text = MomentText.text(ofMilliseconds: moment.milliseconds)
        guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)) else {
            return nil
        }
        let quarter = (month - 1) / 3 + 1
        let (endYear, endMonth) = quarter == 4 ? (year + 2, 1) : (year + 1, quarter * 3 + 1)
        let monthText = endMonth < 10 ? "0\(endMonth)" : "\(endMonth)"
        return MomentText.milliseconds(of: "\(endYear)-\(monthText)-01T00:00:00.000Z")
            .map { Instant(milliseconds: $0) }
    }
}
