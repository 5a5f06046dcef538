package import Domain

/// How an application crashed, as it is told and as it is stored.
package struct Crash: Codable, Equatable, Sendable {
    /// What crashes of the same cause have in common.
    package var signature = CrashSignature(rawValue: 0)
    /// The type of what ended it.
    package var exceptionType: String
    /// What that said.
    package var reason: String
    /// What was called, the innermost frame first.
    package var stack: String
    /// The version of the application.
    package var appVersion: String
    /// What it ran on.
    package var platform: String
    /// When it happened, to the minute.
    package var occurredAt: Instant

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case signature = 1
        case exceptionType = 2
        case reason = 3
        case stack = 4
        case appVersion = 5
        case platform = 6
        case occurredAt = 7
    }

    /// Checks a crash that an application told; `sign` makes the signature of the trace.
    ///
    /// - Throws: `invalidValue` of `exception_type`, `reason`, `stack` or `occurred_at`.
    package init(
        _ exceptionType: String,
        reason: String,
        stack: String,
        of source: TelemetrySource,
        at moment: Instant?,
        sign: (_ trace: String) -> CrashSignature
    ) throws(DomainError) {
        guard Self.isType(exceptionType) else {
            let (words, byteCount) = (
                DomainLimits.crashTypeCharacters.words, DomainLimits.crashTypeByteCountMax
            )
            let expected = "\(words) characters, not all of them blank, and \(byteCount) bytes"
            throw .invalid("exception_type", expected)
        }
        let charactersMax = DomainLimits.crashReasonCharactersMax
        self.reason = try ShortText.checked(
            reason,
            field: "reason",
            charactersMax: charactersMax
        )
        guard stack.utf8.count <= DomainLimits.crashStackByteCountMax else {
            throw .invalid("stack", "at most \(DomainLimits.crashStackByteCountMax) bytes")
        }
        guard let moment else { throw .invalid("occurred_at", "when it happened") }
        self.exceptionType = exceptionType
        self.stack = stack
        appVersion = source.appVersion
        platform = source.platform
        occurredAt = moment.toTheMinute
        signature = sign(trace)
    }

    /// Whether it keeps within its limits.
    package var isLegal: Bool {
        Self.isType(exceptionType)
            && ShortText.fits(reason, 0...DomainLimits.crashReasonCharactersMax)
            && stack.utf8.count <= DomainLimits.crashStackByteCountMax
            && TelemetrySource.isLine(appVersion) && TelemetrySource.isLine(platform)
    }

    /// Whether a text can be the type of what ended an application.
    fileprivate static func isType(_ text: String) -> Bool {
        text.utf8.count <= DomainLimits.crashTypeByteCountMax
            && DomainLimits.crashTypeCharacters.contains(text.count)
            && !text.allSatisfy(\.isWhitespace)
    }
}

/// What crashes of the same cause have in common: the beginning of a hash of their trace.
package struct CrashSignature: RawRepresentable, Codable, Hashable, Sendable {
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

/// Crashes of one signature, as they are stored under it.
package struct CrashGroup: Codable, Equatable, Sendable {
    /// What they have in common.
    package var signature = CrashSignature(rawValue: 0)
    /// The type of what ended the application.
    package var exceptionType: String
    /// How many there were.
    package var count: UInt64
    /// When the first one happened.
    package var firstSeen: Instant
    /// When the last one happened.
    package var lastSeen: Instant
    /// The versions of the application, at most 20 of them, that which came last at the end.
    package var appVersions: [String]
    /// Where that one of them is kept that happened last of those that are; it may be gone by now.
    package var sample: TelemetryPlace?

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case exceptionType = 1
        case count = 2
        case firstSeen = 3
        case lastSeen = 4
        case appVersions = 5
        case sample = 6
    }

    /// Begins with a crash.
    package init(_ crash: Crash) {
        signature = crash.signature
        exceptionType = crash.exceptionType
        count = 1
        firstSeen = crash.occurredAt
        lastSeen = crash.occurredAt
        appVersions = crash.appVersion.isEmpty ? [] : [crash.appVersion]
    }

    /// Counts one more crash.
    package mutating func add(_ crash: Crash) {
        count &+= 1
        firstSeen = min(firstSeen, crash.occurredAt)
        lastSeen = max(lastSeen, crash.occurredAt)
        if crash.appVersion.isEmpty { return }
        appVersions.removeAll { $0 == crash.appVersion }
        appVersions = (appVersions + [crash.appVersion]).suffix(DomainLimits.crashVersionsMax)
    }

    /// Whether it keeps within its limits.
    package var isLegal: Bool {
        Crash.isType(exceptionType) && appVersions.count <= DomainLimits.crashVersionsMax
            && appVersions.allSatisfy { !$0.isEmpty && TelemetrySource.isLine($0) }
    }
}
