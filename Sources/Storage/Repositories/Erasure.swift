internal import Domain
internal import ProtobufCoding

/// One step of carrying out the order to erase the records of a removed account or guest.
///
/// A step deletes what it has dealt with, so what is left is all the progress there is to know:
/// after a crash the next step finds its place by looking. The order goes last. A damaged record
/// of the other person does not stop it: what cannot be read shows nothing.
struct Erasure {
    private let user: UserNumber
    private var remaining: Int

    /// The stored form of an order.
    static let orderVersion: UInt8 = 1
    /// The most records one sent note takes: its own, the receiver's, and the receiver's entry for
    /// the contact.
    private static let recordsPerSentNote = 3
    /// The most records one received note takes: its own and the sender's.
    private static let recordsPerReceivedNote = 2

    /// Prepares a step that touches at most that many records, though always one note.
    init(of user: UserNumber, recordCountMax: Int) {
        self.user = user
        remaining = max(recordCountMax, 1)
    }

    /// Carries out the step; answers whether the account has no records any more.
    mutating func run(in store: StoreTransaction) throws(DomainError) -> Bool {
        guard try eraseNotes(.sent, cost: Self.recordsPerSentNote, in: store, eraseSent),
            try eraseNotes(.inbox, cost: Self.recordsPerReceivedNote, in: store, eraseReceived)
        else { return false }
        let tables: [TableID] = [.contacts, .contactNames, .contactMessages, .changes, .blocks]
        for table in tables {
            guard remaining > 0 else { return false }
            remaining -= try store.deleteAll(
                .all(of: user),
                in: table,
                recordCountMax: remaining
            )
            guard try store.isEmpty(.all(of: user), in: table) else { return false }
        }
        return true
    }

    /// Erases notes of one table, oldest first; answers whether none is left.
    private mutating func eraseNotes(
        _ table: TableID,
        cost: Int,
        in store: StoreTransaction,
        _ erase: (Place, StoreTransaction) throws(DomainError) -> Void
    ) throws(DomainError) -> Bool {
        var places: [Place] = []
        let countMax = max(remaining / cost, 1)
        var hasMore = false
        try store.scanKeys(table, .all(of: user), .ascending) { key throws(DomainError) in
            guard places.count < countMax else {
                hasMore = true
                return .stop
            }
            places.append(Place(user, Sequence(try key.number(at: 8, of: .erasure))))
            return .next
        }
        for place in places { try erase(place, store) }
        remaining -= places.count * cost
        return !hasMore && (places.isEmpty || remaining > 0)
    }

    /// Cuts the way from the receiver's record to here, and takes the name off it if it shows one.
    private func eraseSent(_ place: Place, in store: StoreTransaction) throws(DomainError) {
        let note = try Self.readable { () throws(DomainError) in try store.sentNote(at: place) }
        if case .received(let route) = note?.body {
            try Self.forgetSender(at: store.secrets.identifiers.openReceiverRoute(route), in: store)
        }
        try store.delete(.place(place), in: .sent)
    }

    /// Hands content and answer over to the sender's record, if the sender still has it.
    private func eraseReceived(_ place: Place, in store: StoreTransaction) throws(DomainError) {
        try Self.readable { () throws(DomainError) in try handOver(place, in: store) }
        try store.delete(.place(place), in: .inbox)
    }

    private func handOver(_ place: Place, in store: StoreTransaction) throws(DomainError) -> Void? {
        let received: (message: ReceivedMessage, sender: Place?)? = try store.value(
            of: .place(place),
            in: .inbox
        ) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            let message = try ReceivedMessage(try ReceivedNoteFields(note, in: value), in: value)
            return (message, note.route.map(store.secrets.identifiers.openSenderRoute))
        }
        guard let received, let sender = received.sender, var sent = try store.sentNote(at: sender)
        else { return nil }
        let answer = received.message.answer.map { answer in
            Answer(content: answer.content, answeredAt: answer.answeredAt.toTheMinute)
        }
        sent.body = .kept(received.message.content, answer)
        return try store.put(sent, at: sender)
    }

    /// An anonymous note keeps every byte that its receiver sees.
    private static func forgetSender(
        at place: Place,
        in store: StoreTransaction
    ) throws(DomainError) {
        let rewritten = try readable { () throws(DomainError) in
            try withoutSender(at: place, in: store)
        }
        guard let rewritten else { return }
        try store.put(rewritten.value, for: .place(place), in: .inbox)
        if let contact = rewritten.contact {
            let key = Key.contactMessage(place.user, contact, place.sequence)
            try store.delete(key, in: .contactMessages)
        }
    }

    /// What becomes of a received note, and the contact that it is no longer listed under.
    private static func withoutSender(
        at place: Place,
        in store: StoreTransaction
    ) throws(DomainError) -> (value: [UInt8], contact: ContactID?)? {
        try store.value(of: .place(place), in: .inbox) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            let fields = try ReceivedNoteFields(note, in: value)
            var writer = ProtobufWriter(reservingByteCount: value.byteCount)
            ReceivedNote.write(to: &writer, route: nil) { writer in
                if fields.isAnonymous { return writer.append(value.extracting(note.base)) }
                writer.writeReceived(
                    store.secrets.identifiers.receivedID(place),
                    content: value.extracting(fields.content),
                    receivedAt: fields.receivedAt,
                    sender: .unknown,
                    contact: nil
                )
            }
            let answer = note.base.upperBound..<note.encoded.upperBound
            writer.append(value.extracting(answer))
            return (writer.finish(), fields.isAnonymous ? nil : fields.contact)
        }
    }

    /// Makes something of records, or nothing when they are damaged.
    @discardableResult
    private static func readable<Value>(
        _ body: () throws(DomainError) -> Value?
    ) throws(DomainError) -> Value? {
        do throws(DomainError) {
            return try body()
        } catch .dataLoss {
            return nil
        }
    }
}
