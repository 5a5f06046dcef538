/// How exactly somebody is told when anonymous notes were sent.
///
/// Who gets few notes, or knows when somebody was about, may tell by the minute who wrote. The
/// order of notes stays in any case.
package enum TimeGrain: UInt8, CaseIterable, Sendable {
    /// To the minute.
    case minute = 0
    /// To the day, in UTC.
    case day = 1
}
