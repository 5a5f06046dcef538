package import Records

// Kinds of accounts and sessions.
extension RecordKind {
    package static var audit: RecordKind { RecordKind("audit") }
    package static var ban: RecordKind { RecordKind("ban") }
    package static var counter: RecordKind { RecordKind("counter") }
    package static var resetCode: RecordKind { RecordKind("reset code") }
    package static var session: RecordKind { RecordKind("session") }
}
