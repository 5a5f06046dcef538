package import Domain

/// How an application crashed.
package struct Crash: Equatable, Sendable {
    /// The type of what ended it.
    package let exceptionType: String
    /// What that said.
    package let reason: String
    /// What was called, the innermost frame first.
    package let stack: String
    /// The version of the application.
    package let appVersion: String
    /// What it ran on.
    package let platform: String
    /// When it happened, to the minute.
    package let occurredAt: Instant

    /// Gathers a crash as it is stored.
    package init(
        stored exceptionType: String,
        reason: String,
        stack: String,
        appVersion: String,
        platform: String,
        occurredAt: Instant
    ) {
        self.exceptionType = exceptionType
        self.reason = reason
        self.stack = stack
        self.appVersion = appVersion
        self.platform = platform
        self.occurredAt = occurredAt
    }

    /// Checks a crash that an application told.
    ///
    /// - Throws: `invalidValue` of `exception_type`, `reason`, `stack` or `occurred_at`.
    package init(
        _ exceptionType: String,
        reason: String,
        stack: String,
        of source: TelemetrySource,
        at moment: Instant?
    ) throws(DomainError) {
        let characters = DomainLimits.crashTypeCharacters
        self.exceptionType = try ShortText.title(
            exceptionType,
            field: "exception_type",
            characters
        )
        let charactersMax = DomainLimits.crashReasonCharactersMax
        self.reason = try ShortText.checked(
            reason,
            field: "reason",
            charactersMax: charactersMax
        )
        guard stack.utf8.count <= DomainLimits.crashStackByteCountMax else {
            let expected = "at most \(DomainLimits.crashStackByteCountMax) bytes"
            throw .refused(.invalidValue(field: "stack", expected: expected))
        }
        guard let moment else {
            throw .refused(.invalidValue(field: "occurred_at", expected: "when it happened"))
        }
        self.stack = stack
        appVersion = source.appVersion
        platform = source.platform
        occurredAt = moment.toTheMinute
    }

    /// Whether it keeps within its limits.
    package var isLegal: Bool {
        ShortText.fits(exceptionType, DomainLimits.crashTypeCharacters)
            && ShortText.fits(reason, 0...DomainLimits.crashReasonCharactersMax)
            && stack.utf8.count <= DomainLimits.crashStackByteCountMax
    }
}

/// What crashes of the same cause have in common: the beginning of a hash of their trace.
package struct CrashSignature: Hashable, Sendable {
    /// Its bits.
    package let rawValue: UInt64

    /// Takes its bits.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Reads it from 16 hexadecimal digits; nil for any other text.
    package init?(_ text: String) {
        let digits = "0123456789abcdef".utf8
        guard text.utf8.count == 16, text.utf8.allSatisfy(digits.contains),
            let number = UInt64(text, radix: 16)
        else { return nil }
        rawValue = number
    }

    /// Its 16 hexadecimal digits.
    package var text: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Crashes of one signature.
package struct CrashGroup: Equatable, Sendable {
    /// What they have in common.
    package let signature: CrashSignature
    /// The type of what ended the application.
    package let exceptionType: String
    /// How many there were.
    package let count: UInt64
    /// When the first one happened.
    package let firstSeen: Instant
    /// When the last one happened.
    package let lastSeen: Instant
    /// The versions of the application, at most 20 of them, that which came last at the end.
    package let appVersions: [String]

    /// Gathers a group as it is stored.
    package init(
        signature: CrashSignature,
        exceptionType: String,
        count: UInt64,
        firstSeen: Instant,
        lastSeen: Instant,
        appVersions: [String]
    ) {
        self.signature = signature
        self.exceptionType = exceptionType
        self.count = count
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.appVersions = appVersions
    }

    /// The group after one more crash; `old` is nil for the first one.
    package init(_ signature: CrashSignature, _ old: CrashGroup?, with crash: Crash) {
        let moment = crash.occurredAt
        var versions = old?.appVersions ?? []
        if !crash.appVersion.isEmpty {
            versions.removeAll { $0 == crash.appVersion }
            versions.append(crash.appVersion)
        }
        self.init(
            signature: signature,
            exceptionType: old?.exceptionType ?? crash.exceptionType,
            count: (old?.count ?? 0) &+ 1,
            firstSeen: min(old?.firstSeen ?? moment, moment),
            lastSeen: max(old?.lastSeen ?? moment, moment),
            appVersions: versions.suffix(DomainLimits.crashVersionsMax)
        )
    }
}
