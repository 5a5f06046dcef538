package import Records
internal import AccountStorage

// Kinds of notes and contacts.
extension RecordKind {
    package static var block: RecordKind { RecordKind("block") }
    package static var contact: RecordKind { RecordKind("contact") }
    package static var received: RecordKind { RecordKind("received note") }
    package static var report: RecordKind { RecordKind("report") }
    package static var sent: RecordKind { RecordKind("sent note") }
    package static var unwantedWord: RecordKind { RecordKind("unwanted word") }
}
