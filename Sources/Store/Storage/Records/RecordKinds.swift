internal import Records

// Kinds of accounts and sessions.
extension RecordKind {
    static var audit: RecordKind { RecordKind("audit") }
    static var ban: RecordKind { RecordKind("ban") }
    static var counter: RecordKind { RecordKind("counter") }
    static var resetCode: RecordKind { RecordKind("reset code") }
    static var session: RecordKind { RecordKind("session") }
}

// Kinds of notes and contacts.
extension RecordKind {
    static var block: RecordKind { RecordKind("block") }
    static var contact: RecordKind { RecordKind("contact") }
    static var received: RecordKind { RecordKind("received note") }
    static var report: RecordKind { RecordKind("report") }
    static var sent: RecordKind { RecordKind("sent note") }
    static var unwantedWord: RecordKind { RecordKind("unwanted word") }
}
