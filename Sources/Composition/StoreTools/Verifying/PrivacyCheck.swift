internal import AccountRules
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import ProtobufCoding
internal import Records
internal import Storage
internal import StorageEngine

/// Checks that nothing which somebody receives anonymously depends on who sent it.
///
/// What the receiver gets is read as the service reads it, and written again from the text, the
/// minute, the answer and the receiver's own place alone: both must be the same bytes, so that
/// there is nothing in them that could tell two senders apart.
struct PrivacyCheck {
    let user: UserNumber
    let check: RecordCheck
    private let view: StoreView

    /// How many notes are read at a time.
    private static let pageSize = 500
    private static let beyond = "its receiver gets more than its text, minute and answer"

    private var identifiers: IdentifierCipher { check.secrets.identifiers }

    /// Prepares to check what a user gets.
    init(of user: UserNumber, _ check: RecordCheck) {
        self.user = user
        self.check = check
        view = StoreView(check.view, check.secrets)
    }

    /// Checks all tables of which receivers get something; answers how many notes are anonymous.
    ///
    /// Notes come first: what is reported of one is not reported of a list as well.
    func run() throws(StorageError) -> Int {
        var count = 0
        for table in Schema.tables {
            switch table.sight {
            case .notes:
                let found = try checkRecords()
                count = found.count
                checkList(but: found.reported)
                checkFeed(but: found.reported)
            case .feed: try checkChanges()
            case .comingFeed: try checkComingFeed()
            case .histories: try checkContactHistories()
            // Each note is asked whether it waits.
            case .waiting, .nothing: break
            }
        }
        return count
    }

    /// No entry tells of an anonymous note that its sender is gone.
    private func checkChanges() throws(StorageError) {
        try check.forEach(of: .changes, in: .all(of: user)) {
            _,
            value throws(DomainError) in
            try ChangeEntry(value)
        } _: { key, change throws(StorageError) in
            guard case .receivedChanged(let sequence) = change else { return }
            try requireShown(Place(user, sequence), .changes, key)
        }
    }

    /// Nor will one, of those to whom the user who is being erased sent something.
    private func checkComingFeed() throws(StorageError) {
        try check.forEach(of: .untoldChanges, in: .all(of: user)) {
            key,
            _ throws(DomainError) in
            try UntoldChange(key: key, of: .uniqueEntry)
        } _: { key, change throws(StorageError) in
            try requireShown(change.note, .untoldChanges, key)
        }
    }

    private func requireShown(
        _ place: Place,
        _ table: TableID,
        _ key: Key
    ) throws(StorageError) {
        if case .sound(true) = try isAnonymous(place) {
            check.report(table, key, "the feed tells what became of an anonymous note's sender")
        }
    }

    private func isAnonymous(_ place: Place) throws(StorageError) -> RecordCheck.Found<Bool> {
        try check.find(.place(place), in: .inbox) { value throws(DomainError) in
            try ReceivedNoteFields(try ReceivedNote(value), in: value).isAnonymous
        }
    }

    /// Checks the notes as they are stored; answers how many are anonymous, and which are reported.
    private func checkRecords() throws(StorageError) -> (count: Int, reported: Set<Sequence>) {
        var count = 0
        var reported: Set<Sequence> = []
        try check.forEach(of: .inbox, in: .all(of: user)) {
            key,
            value throws(DomainError) in
            let note = try ReceivedNote(value)
            let fields = try ReceivedNoteFields(note, in: value)
            let bytes = value.copy(note.encoded)
            let name = try value.text(in: fields.senderName, of: .received)
            return (Sequence(try key.number(at: 8, of: .received)), note, fields, name, bytes)
        } _: { key, record throws(StorageError) in
            let (sequence, note, fields, name, bytes) = record
            guard fields.isAnonymous else {
                let isNamed = note.route == nil && name != DisplayName.unknown
                let problem = "it shows the name of a sender who is gone"
                return check.require(!isNamed, .inbox, key, problem)
            }
            count += 1
            if let way = note.route, try check.exists(.held(way), in: .held) {
                check.report(.held, .held(way), "its receiver has the note that it lets wait")
            }
            if let problem = problem(ofPublicBytes: bytes) {
                check.report(.inbox, key, problem)
                reported.insert(sequence)
            }
        }
        return (count, reported)
    }

    /// What is wrong with an anonymous note as its receiver gets it; nil for nothing.
    private func problem(ofPublicBytes bytes: [UInt8]) -> String? {
        guard let note = try? ReceivedMessage(publicBytes: bytes), note.sender == .anonymous else {
            return Self.beyond
        }
        guard identifiers.receivedPlace(of: note.id).user == user else {
            return "its id is not made of its receiver's place"
        }
        guard note.receivedAt == note.receivedAt.toTheMinute else {
            return "its receiver is told more than the minute"
        }
        let stored = Self.plain(note)
        return stored.dropFirst(ReceivedNote.headerByteCount).elementsEqual(bytes)
            ? nil : Self.beyond
    }

    /// The list of received notes, as the service gives it.
    private func checkList(but reported: Set<Sequence>) {
        var place: Sequence?
        repeat {
            do throws(DomainError) {
                place = try view.visitReceived(by: user, before: place, limit: Self.pageSize) {
                    requirePlain([UInt8](copying: $0), .whole, in: "the list", but: reported)
                    return .next
                }
            } catch {
                // What cannot be read is nobody's to see, and damage is another check's to find.
                return
            }
        } while place != nil
    }

    /// The feed, as the service gives it.
    private func checkFeed(but reported: Set<Sequence>) {
        var place = Sequence.start
        while true {
            let page: (place: Sequence, hasMore: Bool)
            do throws(DomainError) {
                page = try view.visitChanges(of: user, after: place, limit: Self.pageSize) {
                    if case .received(let note) = copy $0 {
                        requirePlain(note, .base, in: "the feed", but: reported)
                    }
                    return .next
                }
            } catch {
                return
            }
            guard page.hasMore, page.place > place else { return }
            place = page.place
        }
    }

    /// Tells if an anonymous note has more than it may, where a receiver gets it.
    private func requirePlain(
        _ bytes: [UInt8],
        _ part: NotePart,
        in source: String,
        but reported: Set<Sequence>
    ) {
        guard let place = place(ofServed: bytes), !reported.contains(place.sequence),
            isPlain(bytes, part) == false
        else { return }
        check.report(.inbox, .place(place), "\(Self.beyond), by \(source)")
    }

    /// Whether an anonymous note is served as if nothing were known of its sender; nil for other
    /// notes, and for what cannot be read.
    func isPlain(_ bytes: [UInt8], _ part: NotePart) -> Bool? {
        guard let place = place(ofServed: bytes) else { return nil }
        let found = try? check.find(.place(place), in: .inbox) {
            value throws(DomainError) -> [UInt8]? in
            let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
            guard fields.isAnonymous else { return nil }
            return Self.plain(try ReceivedMessage(fields, in: value))
        }
        guard case .sound(let stored?)? = found, let note = try? ReceivedNote(stored.span.bytes),
            let served = try? view.encode(note, in: stored.span.bytes, part)
        else { return nil }
        return served == bytes
    }

    /// The place of a note as it is served: the first field is the id, of 16 bytes.
    private func place(ofServed bytes: [UInt8]) -> Place? {
        guard bytes.count >= 18, let id = OpaqueID(Array(bytes[2..<18])) else { return nil }
        let place = identifiers.receivedPlace(of: MessageID(id))
        // An id of somebody else's place is reported with the record.
        return place.user == user ? place : nil
    }

    /// The stored form of an anonymous note of whose sender nothing is known.
    private static func plain(_ note: ReceivedMessage) -> [UInt8] {
        ReceivedMessage(
            id: note.id,
            content: note.content,
            receivedAt: note.receivedAt,
            sender: .anonymous,
            contact: nil,
            answer: note.answer
        ).stored(as: note.id, route: nil)
    }

    /// No anonymous note is listed with the person whom its receiver keeps as a contact.
    private func checkContactHistories() throws(StorageError) {
        let user = user
        try check.forEach(of: .contactMessages, in: .all(of: user)) {
            key,
            value throws(DomainError) in
            let side = MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry))
            return (side, Sequence(try key.number(at: 24, of: .uniqueEntry)))
        } _: { key, entry throws(StorageError) in
            guard case (.received?, let sequence) = entry else { return }
            if case .sound(true) = try isAnonymous(Place(user, sequence)) {
                check.report(.contactMessages, key, "it lists an anonymous note with its sender")
            }
        }
    }
}

extension ReceivedMessage {
    /// Reads an encoded `ReceivedMessage`, with or without its answer, as receivers get it.
    fileprivate init(publicBytes bytes: [UInt8]) throws(DomainError) {
        guard bytes.count <= UInt16.max else { throw RecordKind.received.damaged }
        var writer = ProtobufWriter(reservingByteCount: bytes.count + ReceivedNote.headerByteCount)
        ReceivedNote.write(to: &writer, route: nil) { $0.append(bytes) }
        let value = writer.finish()
        let note = try ReceivedNote(value.span.bytes)
        self = try ReceivedMessage(
            try ReceivedNoteFields(note, in: value.span.bytes),
            in: value.span.bytes
        )
    }
}

extension [UInt8] {
    fileprivate init(copying bytes: RawSpan) {
        self = bytes.withUnsafeBytes { [UInt8]($0) }
    }
}
