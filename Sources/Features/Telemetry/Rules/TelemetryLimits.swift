package import Domain

// The limits of telemetry, with their reasons.
extension DomainLimits {
    /// Events of one request.
    package static let telemetryEventsMax = 100

    /// Characters of an event's name, each of one byte: a few words.
    package static let eventNameCharacters = 1...64

    /// Properties of an event.
    package static let eventPropertiesMax = 20

    /// Characters of a property's key, each of one byte.
    package static let eventPropertyKeyCharacters = 1...40

    /// Characters of a property's value: a line.
    package static let eventPropertyValueCharactersMax = 200

    /// Bytes of an event's name, keys and values: what all of them have that keep to ASCII.
    package static let eventByteCountMax = 8 * 1_024

    /// Characters of what an application says of itself: its version, what it runs on, and which
    /// installation it is.
    package static let telemetrySourceCharactersMax = 64

    /// Bytes of each of these: what 64 characters have, of any script.
    package static let telemetrySourceByteCountMax = 256

    /// Bytes of what is kept of an installation: enough to tell those of a day apart.
    package static let installationByteCount = 8

    /// Characters of the type of what ended an application.
    package static let crashTypeCharacters = 1...200

    /// Bytes of it: what 200 characters have, of any script.
    package static let crashTypeByteCountMax = 800

    /// Characters of what a crash said.
    package static let crashReasonCharactersMax = 1_000

    /// Bytes of what was called when an application crashed: some hundred frames.
    package static let crashStackByteCountMax = 32 * 1_024

    /// Names that the summary of a day has, those of the events that happened most often.
    package static let summaryRowsMax = 1_000

    /// Events of a day: bounds what telemetry takes of the store, and the pass over a day that
    /// counts them.
    package static let eventsPerDayMax: UInt64 = 100_000

    /// Crashes of a day that are kept one by one, with 32 MiB of stacks; of others that one which
    /// is the first of its signature is kept, and all are counted.
    package static let crashesPerDayMax: UInt64 = 1_000

    /// Signatures that are told apart: bounds what is read to order them, and to find the one that
    /// makes room.
    package static let crashGroupsMax = 1_000

    /// Versions that a group of crashes names.
    package static let crashVersionsMax = 20

    /// Frames that make the signature of a crash: those below are the same for crashes of one
    /// cause, and often for others.
    package static let signatureFramesMax = 5

    /// Seconds by which something may have happened in a time to come: clocks of devices are wrong
    /// by a time zone more often than by anything else.
    package static let telemetryFutureSecondsMax: Int64 = 86_400
}
