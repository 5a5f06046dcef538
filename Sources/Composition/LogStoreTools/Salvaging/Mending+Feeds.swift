internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine
internal import StoreTools

// Feeds: each tells once of what is there.
extension Mending {
    /// Makes each feed tell of the records that there are.
    func mendFeeds(in view: SalvageView) throws(StoreToolError) {
        let people = RecordCheck(view.view, secrets, StepCounter { _ in }) { _ in }
        var last = UserNumber.nobody
        while let user = try Self.next(after: last, people) {
            last = user
            if try view.isBeingErased(user) { continue }
            let feed = FeedMending(of: user, in: view, self)
            try feed.run()
        }
    }

    private static func next(
        after user: UserNumber,
        _ people: RecordCheck
    ) throws(StoreToolError) -> UserNumber? {
        do throws(StorageError) {
            return try people.nextUser(after: user)
        } catch {
            throw StoreToolError(error)
        }
    }
}

/// Makes one feed tell of what is there.
private final class FeedMending {
    private let user: UserNumber
    private let view: SalvageView
    private let mending: Mending
    private var answeredReceived: Set<Sequence> = []
    private var answeredSent: Set<Sequence> = []
    private var blocked: Set<Sequence> = []
    /// Blocks that were taken back.
    private var unblocked: Set<Sequence> = []
    /// Where the next entry goes; nil until one is needed.
    private var next: Sequence?

    private static let notThere = "what it tells of is not there"
    private static let notTold = "the entry that told of it is lost"

    init(of user: UserNumber, in view: SalvageView, _ mending: Mending) {
        self.user = user
        self.view = view
        self.mending = mending
    }

    func run() throws(StoreToolError) {
        try view.forEachChange(of: user) { _, change in
            if case .unblocked(let note) = change { unblocked.insert(note) }
        }
        try view.forEachChange(of: user) { sequence, change throws(StoreToolError) in
            try mending.step()
            guard try !isTrue(change, at: sequence) else { return }
            try mending.drop(.place(user, sequence), in: .changes, Self.notThere)
        }
        try addRecords()
        try addAnswers()
        try addBlocks()
    }

    /// Whether an entry tells of something that is there, for the first time.
    private func isTrue(
        _ change: ChangeEntry,
        at sequence: Sequence
    ) throws(StoreToolError) -> Bool {
        switch change {
        case .answeredReceived(let note):
            guard try view.exists(.place(user, note), in: .inbox) else { return true }
            return answeredReceived.insert(note).inserted ? try isReceivedAnswered(note) : false
        case .answeredSent(let note):
            guard try view.exists(.place(user, note), in: .sent) else { return true }
            return answeredSent.insert(note).inserted ? try isSentAnswered(note) : false
        case .contact(let contact):
            return try changePlace(ofContactAt: contact) == sequence
        case .contactDeleted(let contact):
            let place = mending.secrets.identifiers.place(of: contact)
            guard place.user == user, place.sequence < sequence else { return false }
            return try !view.exists(.place(place), in: .contacts)
        case .user: return try changePlaceOfAccount() == sequence
        case .receivedDeleted(let note):
            let isThere = try view.exists(.place(user, note), in: .inbox)
            return note < sequence && !isThere
        case .sentDeleted(let note, _):
            let isThere = try view.exists(.place(user, note), in: .sent)
            return note < sequence && !isThere
        case .blocked(let note, let pseudonym):
            try mendBlock(note, pseudonym)
            return note < sequence
        case .receivedChanged(let note), .sentChanged(let note), .unblocked(let note):
            return note < sequence
        }
    }

    private func isReceivedAnswered(_ note: Sequence) throws(StoreToolError) -> Bool {
        try view.value(of: .place(user, note), in: .inbox) { value throws(DomainError) in
            try ReceivedNote(value).isAnswered
        } ?? false
    }

    private func isSentAnswered(_ note: Sequence) throws(StoreToolError) -> Bool {
        let sent = try view.value(of: .place(user, note), in: .sent) {
            value throws(DomainError) in try SentNote(value)
        }
        return try sent.map { sent throws(StoreToolError) in try isAnswered(sent) } ?? false
    }

    private func isAnswered(_ sent: SentNote) throws(StoreToolError) -> Bool {
        switch sent.body {
        case .kept(_, let answer): return answer != nil
        case .received(let way):
            let place = mending.secrets.identifiers.openReceiverRoute(way)
            return try view.value(of: .place(place), in: .inbox) { value throws(DomainError) in
                try ReceivedNote(value).isAnswered
            } ?? false
        }
    }

    private func changePlace(ofContactAt contact: Sequence) throws(StoreToolError) -> Sequence? {
        try view.value(of: .place(user, contact), in: .contacts) { value throws(DomainError) in
            Sequence(try ContactRecord(value).changeSequence)
        }
    }

    private func changePlaceOfAccount() throws(StoreToolError) -> Sequence? {
        try view.value(of: .user(user), in: .users) { value throws(DomainError) in
            Sequence(try UserRecord(value).changeSequence)
        }
    }

    /// Makes a block again that was not taken back: it protects somebody.
    private func mendBlock(
        _ note: Sequence,
        _ pseudonym: OpaqueID
    ) throws(StoreToolError) {
        blocked.insert(note)
        let key = Key.block(by: user, pseudonym, note)
        guard !unblocked.contains(note), try !view.exists(key, in: .blocks) else { return }
        let found = try view.value(of: .place(user, note), in: .inbox) {
            value throws(DomainError) in
            let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
            return (fields.receivedAt, fields.isAnonymous)
        }
        let block = BlockEntry(
            blockedAt: found?.0 ?? Instant(milliseconds: 0),
            disclosure: Disclosure(isAnonymous: found?.1 ?? true)
        )
        let problem = "it was lost, and is made again of what the feed tells"
        try mending.put(block.encoded(), for: key, in: .blocks, as: .changed, problem)
    }

    /// Adds an entry behind all that are there.
    private func append(_ change: ChangeEntry) throws(StoreToolError) {
        let place = if let next { next } else { try view.nextSequence(of: user) }
        next = place.next
        try add(change, at: place)
    }

    private func add(_ change: ChangeEntry, at place: Sequence) throws(StoreToolError) {
        let key = Key.place(user, place)
        try mending.put(change.encoded(), for: key, in: .changes, as: .remade, Self.notTold)
    }

    /// Tells of the last change of the account and of each contact, where the records say it is.
    private func addRecords() throws(StoreToolError) {
        if let place = try changePlaceOfAccount(), try !isTold(.user, at: place) {
            try add(.user, at: place)
        }
        try view.forEach(of: .contacts, in: .all(of: user)) { key, value throws(DomainError) in
            let place = Sequence(try ContactRecord(value).changeSequence)
            return (Sequence(try key.number(at: 8, of: .contact)), place)
        } _: { _, contact throws(StoreToolError) in
            let change = ChangeEntry.contact(contact.0)
            if try !isTold(change, at: contact.1) { try add(change, at: contact.1) }
        }
    }

    private func isTold(_ change: ChangeEntry, at place: Sequence) throws(StoreToolError) -> Bool {
        let told = try view.value(of: .place(user, place), in: .changes) {
            value throws(DomainError) in try ChangeEntry(value)
        }
        return told == change
    }

    private func addAnswers() throws(StoreToolError) {
        try view.forEach(of: .inbox, in: .all(of: user)) { key, value throws(DomainError) in
            (Sequence(try key.number(at: 8, of: .received)), try ReceivedNote(value).isAnswered)
        } _: { _, note throws(StoreToolError) in
            guard note.1, !answeredReceived.contains(note.0) else { return }
            try append(.answeredReceived(note.0))
        }
        try view.forEach(of: .sent, in: .all(of: user)) { key, value throws(DomainError) in
            (Sequence(try key.number(at: 8, of: .sent)), try SentNote(value))
        } _: { _, note throws(StoreToolError) in
            guard try isAnswered(note.1), !answeredSent.contains(note.0) else { return }
            try append(.answeredSent(note.0))
        }
    }

    private func addBlocks() throws(StoreToolError) {
        try view.forEach(of: .blocks, in: .all(of: user)) { key, _ throws(DomainError) in
            (Sequence(try key.number(at: 24, of: .block)), try key.id(at: 8, of: .block))
        } _: { _, block throws(StoreToolError) in
            guard !blocked.contains(block.0) else { return }
            try append(.blocked(block.0, pseudonym: block.1))
        }
    }
}
