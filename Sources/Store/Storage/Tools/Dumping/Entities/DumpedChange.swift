internal import Domain

/// An entry of a feed in a dump that shows senders.
struct DumpedChange: DumpedRecord {
    static let entity = DumpEntity.change

    private let place: Place
    private let change: ChangeEntry

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .change)
        change = try ChangeEntry(value)
        try value.requireByteCount(change.encoded().count, of: .change)
    }

    var owner: UserNumber? { place.user }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", own: place)
        switch change {
        case .answeredReceived(let sequence):
            line.write("answered_received", number: sequence.rawValue)
        case .answeredSent(let sequence): line.write("answered_sent", number: sequence.rawValue)
        case .contact(let sequence): line.write("contact", number: sequence.rawValue)
        case .contactDeleted(let id): line.write("contact_deleted", id: id.opaque)
        case .user: line.write("account", flag: true)
        case .receivedDeleted(let sequence):
            line.write("received_deleted", number: sequence.rawValue)
        case .sentDeleted(let sequence, let receiver):
            line.write("sent_deleted", number: sequence.rawValue)
            line.write("receiver", place: receiver.map(secrets.identifiers.openReceiverRoute))
        case .receivedChanged(let sequence):
            line.write("received_changed", number: sequence.rawValue)
        case .sentChanged(let sequence): line.write("sent_changed", number: sequence.rawValue)
        case .blocked(let sequence, let pseudonym):
            line.write("blocked", number: sequence.rawValue)
            line.write("pseudonym", id: pseudonym)
        case .unblocked(let sequence): line.write("unblocked", number: sequence.rawValue)
        }
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let place = try line.ownPlace("user")
        let change: ChangeEntry
        if let sequence = try line.optionalNumber("answered_received") {
            change = .answeredReceived(Sequence(sequence))
        } else if let sequence = try line.optionalNumber("answered_sent") {
            change = .answeredSent(Sequence(sequence))
        } else if let sequence = try line.optionalNumber("contact") {
            change = .contact(Sequence(sequence))
        } else if let id = try line.optionalID("contact_deleted") {
            change = .contactDeleted(ContactID(id))
        } else if let sequence = try line.optionalNumber("received_deleted") {
            change = .receivedDeleted(Sequence(sequence))
        } else if let sequence = try line.optionalNumber("sent_deleted") {
            let identifiers = store.secrets.identifiers
            let receiver = try line.optionalPlace("receiver").map(identifiers.sealReceiverRoute)
            change = .sentDeleted(Sequence(sequence), receiver: receiver)
        } else if try line.optionalFlag("account") == true {
            change = .user
        } else {
            change = try shownThing(of: &line)
        }
        try store.append(change.encoded(), for: .place(place), in: .changes)
    }

    /// What changed of a note that was there before, or of a block.
    private static func shownThing(
        of line: inout JSONReader
    ) throws(DumpProblem) -> ChangeEntry {
        if let sequence = try line.optionalNumber("received_changed") {
            return .receivedChanged(Sequence(sequence))
        }
        if let sequence = try line.optionalNumber("sent_changed") {
            return .sentChanged(Sequence(sequence))
        }
        if let sequence = try line.optionalNumber("blocked") {
            return .blocked(Sequence(sequence), pseudonym: try line.id("pseudonym"))
        }
        if let sequence = try line.optionalNumber("unblocked") {
            return .unblocked(Sequence(sequence))
        }
        throw DumpProblem("it does not say what changed")
    }
}
