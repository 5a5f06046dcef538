package import Domain

/// When something may have happened that is still, or already, kept.
package struct TelemetryWindow: Sendable {
    private let now: Instant
    private let dayCount: Int

    /// Looks from a moment back over so many days.
    package init(now: Instant, dayCount: Int) {
        self.now = now
        self.dayCount = dayCount
    }

    /// Why something that happened at a moment is not kept; nil where it is.
    package func drop(of moment: Instant) -> TelemetryDrop? {
        let age = moment.milliseconds(until: now)
        if age > Int64(dayCount) * 86_400_000 { return .tooOld }
        return age < -DomainLimits.telemetryFutureSecondsMax * 1_000 ? .tooNew : nil
    }

    /// The first day of which anything is kept.
    package var firstDay: UInt64 {
        let today = UInt64(now.dayNumber)
        return today > UInt64(dayCount) ? today - UInt64(dayCount) : 0
    }
}

/// Why telemetry is dropped.
package enum TelemetryDrop: String, CaseIterable, Sendable {
    /// There was too much of it: of an address, or of a day.
    case quota
    /// The store can take no more.
    case full
    /// It happened longer ago than anything is kept.
    case tooOld = "too_old"
    /// It happened in a time to come.
    case tooNew = "too_new"
    /// It is not as it has to be.
    case invalid
}

extension TelemetryDrop: CustomStringConvertible {
    /// What metrics call it.
    package var description: String { rawValue }
}

/// What an application says of itself, which goes with all that it tells.
package struct TelemetrySource: Equatable, Sendable {
    /// Its version.
    package let appVersion: String
    /// What it runs on.
    package let platform: String
    /// What it drew for its installation; empty for nothing.
    package let installation: String

    /// Checks what an application says.
    ///
    /// - Throws: `invalidValue` of `app_version`, `platform` or `installation`.
    package init(
        appVersion: String,
        platform: String,
        installation: String = ""
    ) throws(DomainError) {
        self.appVersion = try Self.line(appVersion, "app_version")
        self.platform = try Self.line(platform, "platform")
        self.installation = try Self.line(installation, "installation")
    }

    private static func line(_ text: String, _ field: String) throws(DomainError) -> String {
        let charactersMax = DomainLimits.telemetrySourceCharactersMax
        guard isLine(text) else {
            let byteCountMax = DomainLimits.telemetrySourceByteCountMax
            let expected = "at most \(charactersMax) characters on one line, \(byteCountMax) bytes"
            throw .invalid(field, expected)
        }
        return text
    }

    /// Whether a text can be one of these.
    static func isLine(_ text: String) -> Bool {
        text.utf8.count <= DomainLimits.telemetrySourceByteCountMax
            && text.count <= DomainLimits.telemetrySourceCharactersMax && text.isOneLine
    }
}

extension String {
    /// Whether it has no control characters, line breaks among them.
    package var isOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
                && scalar.value != 0x2028 && scalar.value != 0x2029
        }
    }
}
