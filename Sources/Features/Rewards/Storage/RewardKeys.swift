internal import Cryptography
internal import Domain
internal import Records
internal import RewardRules
internal import StorageEngine

// What the keys of rewards are made of. They may be made of any bytes; rows hold that these are
// such as the server writes.

/// Something of somebody's that has a number: a survey, an achievement, a moment.
struct PersonPlace: TwoPartKey {
    var person: UserNumber
    var number: UInt64

    init(_ person: UserNumber, _ number: UInt64) {
        (self.person, self.number) = (person, number)
    }

    var pair: (UserNumber, UInt64) { (person, number) }
}

/// A day of somebody's.
struct DayPlace: TwoPartKey {
    var person: UserNumber
    var day: UInt32

    init(_ person: UserNumber, _ day: UInt32) {
        (self.person, self.day) = (person, day)
    }

    init(_ person: UserNumber, _ day: LocalDay) {
        self.init(person, day.number)
    }

    var pair: (UserNumber, UInt32) { (person, day) }
}

/// A mission on a day of somebody's.
struct ProgressPlace: TwoPartKey {
    var day: DayPlace
    var mission: UInt64

    init(_ day: DayPlace, _ mission: UInt64) {
        (self.day, self.mission) = (day, mission)
    }

    var pair: (DayPlace, UInt64) { (day, mission) }
}

/// What was answered to a survey, by the how manieth it is.
struct SubmissionPlace: TwoPartKey {
    let survey: UInt64
    let number: UInt64

    init(_ survey: UInt64, _ number: UInt64) {
        (self.survey, self.number) = (survey, number)
    }

    var pair: (UInt64, UInt64) { (survey, number) }
}

/// A category, and when a survey of it expires, as `expiryPlace` has it.
struct CategoryPlace: TwoPartKey {
    let category: Digest
    let expiry: UInt64

    init(_ category: Digest, _ expiry: UInt64) {
        (self.category, self.expiry) = (category, expiry)
    }

    var pair: (Digest, UInt64) { (category, expiry) }
}

extension CategoryName {
    /// The hash of the name, which may be as long as all of a key.
    var digest: Digest { Digest(of: text.utf8.span.bytes) }
}

/// Where a survey stands among those that can be answered: the minute in which it expires, and
/// behind it its number.
enum ExpiryPlace {
    static func of(_ expiresAt: Instant, _ number: UInt64) -> UInt64 {
        minute(of: expiresAt) << 32 | number & 0xFFFF_FFFF
    }

    /// Before the first one that has not expired at a moment.
    static func behind(_ now: Instant) -> UInt64 { minute(of: now) << 32 | 0xFFFF_FFFF }

    private static func minute(of moment: Instant) -> UInt64 {
        UInt64(UInt32(clamping: moment.milliseconds / 60_000))
    }
}
