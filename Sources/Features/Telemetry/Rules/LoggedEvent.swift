package import Domain

/// Something that happened in an application, as it is kept and stored.
package struct LoggedEvent: Codable, Equatable, Sendable {
    /// 1 to 64 lower-case letters of English, digits, dots and underscores.
    package var name: String
    /// When it happened, to the minute.
    package var occurredAt: Instant
    /// What goes with it.
    package var properties: [String: String]

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case name = 1
        case occurredAt = 2
        case properties = 3
    }

    /// Gathers an event as it is stored.
    package init(stored name: String, at moment: Instant, _ properties: [String: String]) {
        self.name = name
        occurredAt = moment
        self.properties = properties
    }

    /// Takes an event that an application told; nil where it is not as it has to be.
    package init?(_ name: String, at moment: Instant, _ properties: [String: String]) {
        self.init(stored: name, at: moment.toTheMinute, properties)
        guard isLegal else { return nil }
    }

    /// Whether it keeps within its limits.
    package var isLegal: Bool {
        Self.isWord(name, DomainLimits.eventNameCharacters, "abcdefghijklmnopqrstuvwxyz")
            && properties.count <= DomainLimits.eventPropertiesMax
            && properties.allSatisfy { Self.isProperty($0.key, $0.value) }
            && byteCount <= DomainLimits.eventByteCountMax
    }

    /// The bytes of its name, keys and values.
    package var byteCount: Int {
        properties.reduce(name.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }

    private static func isProperty(_ key: String, _ value: String) -> Bool {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-"
        return isWord(key, DomainLimits.eventPropertyKeyCharacters, letters)
            && ShortText.fits(value, 0...DomainLimits.eventPropertyValueCharactersMax)
            && value.isOneLine
    }

    private static func isWord(
        _ text: String,
        _ characters: ClosedRange<Int>,
        _ letters: String
    ) -> Bool {
        let allowed = (letters + "0123456789._").utf8
        return characters.contains(text.utf8.count) && text.utf8.allSatisfy(allowed.contains)
    }
}

/// An event with what is kept of where it comes from.
package struct KeptEvent: Codable, Equatable, Sendable {
    /// What happened.
    package var event: LoggedEvent
    /// The version of the application.
    package var appVersion: String
    /// What it ran on.
    package var platform: String
    /// Of which installation, as a hash that is another one each day; empty where none was said.
    package var installation: [UInt8]

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case event = 1
        case appVersion = 2
        case platform = 3
        case installation = 4
    }

    /// Joins both.
    package init(_ event: LoggedEvent, of source: TelemetrySource, installation: [UInt8]) {
        self.event = event
        appVersion = source.appVersion
        platform = source.platform
        self.installation = installation
    }

    /// Whether it keeps within its limits.
    package var isLegal: Bool {
        event.isLegal && TelemetrySource.isLine(appVersion) && TelemetrySource.isLine(platform)
            && [0, DomainLimits.installationByteCount].contains(installation.count)
    }
}

/// The events of one request, and how many of those that were told are none.
package struct EventBatch: Equatable, Sendable {
    /// What is to be kept.
    package private(set) var events: [LoggedEvent] = []
    /// What is not, by the reasons.
    package private(set) var drops: [TelemetryDrop: Int] = [:]

    /// Begins without events.
    package init() {}

    /// Checks how many events a request has.
    ///
    /// - Throws: `invalidValue` of `events`.
    package static func check(count: Int) throws(DomainError) {
        guard (1...DomainLimits.telemetryEventsMax).contains(count) else {
            throw .invalid("events", "1 to \(DomainLimits.telemetryEventsMax) events")
        }
    }

    /// Takes an event that was told, or drops it where it is not as it has to be, or did not happen
    /// in time; the others of the request are kept nevertheless.
    package mutating func take(
        _ name: String,
        at moment: Instant?,
        _ properties: [String: String],
        in window: TelemetryWindow
    ) {
        guard let moment, let event = LoggedEvent(name, at: moment, properties) else {
            return drops[.invalid, default: 0] += 1
        }
        if let drop = window.drop(of: moment) {
            drops[drop, default: 0] += 1
        } else {
            events.append(event)
        }
    }
}
