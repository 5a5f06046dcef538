package import Records

// Kinds of accounts and sessions.
extension RecordKind {
    /// Entries of the audit log.
    package static var audit: RecordKind { RecordKind("audit") }
    /// Bans.
    static var ban: RecordKind { RecordKind("ban") }
    /// What the store counts.
    package static var counter: RecordKind { RecordKind("counter") }
    /// Codes for a new password.
    static var resetCode: RecordKind { RecordKind("reset code") }
    /// Sessions.
    static var session: RecordKind { RecordKind("session") }
}
