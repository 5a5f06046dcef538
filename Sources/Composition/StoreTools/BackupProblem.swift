/// Why a backup cannot be used, or was not made.
package enum BackupProblem: Error, Equatable, Sendable {
    /// There is none, for its manifest is not there.
    case missing
    /// The manifest is that of something else.
    case foreign
    /// A newer version of the service made it.
    case newerFormat(found: UInt64, supported: UInt64)
    /// It is not what was once written there; in words that can follow "is damaged: ".
    case damaged(String)
    /// What was just written reads back as something else; in words that can follow a colon.
    case notReadBack(String)
}
