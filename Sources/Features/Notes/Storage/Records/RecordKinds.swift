package import Records

// Kinds of notes and contacts.
extension RecordKind {
    /// A block of a sender.
    package static var block: RecordKind { RecordKind("block") }
    /// A person whom a user keeps.
    package static var contact: RecordKind { RecordKind("contact") }
    /// A note as its receiver has it.
    package static var received: RecordKind { RecordKind("received note") }
    /// A report of a note to the operator.
    package static var report: RecordKind { RecordKind("report") }
    /// A note as its sender has it.
    package static var sent: RecordKind { RecordKind("sent note") }
    static var unwantedWord: RecordKind { RecordKind("unwanted word") }
}
