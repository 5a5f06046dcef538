import Domain
import NoteletAPI
import ProtobufCoding
import Storage
import NoteRules
import Records
import AccountRules
import NoteStorage
import AccountStorage

/// Compares a store with what a journal promised.
///
/// Of each lane the stored operations are those whose reply is kept. All that the store holds of a
/// lane must then be what the model says after exactly these: so none was done in part, none
/// twice, and nothing was done that was not asked for.
struct StoreCheck {
    /// What does not fit, in words.
    private(set) var violations: [String] = []
    private(set) var acknowledgedCount = 0
    private(set) var storedCount = 0
    /// Stored operations of which nobody was told.
    private(set) var unknownStoredCount = 0
    private(set) var invokedCount = 0

    private let facts: Facts
    private let seed: UInt64
    private let laneCount: Int
    private var models: [LaneModel] = []

    init(facts: Facts, seed: UInt64, laneCount: Int) {
        self.facts = facts
        self.seed = seed
        self.laneCount = laneCount
    }

    /// Opens the store in a directory, which recovers it, compares, and writes to it.
    ///
    /// - Parameters:
    ///   - directory: the store.
    ///   - archive: where its log is kept; nil for nowhere.
    ///   - facts: what was promised.
    ///   - seed: what the operations were made from.
    ///   - laneCount: how many submitters there were.
    /// - Returns: What was found.
    static func run(
        directory: String,
        archive: String? = nil,
        facts: Facts,
        seed: UInt64,
        laneCount: Int
    ) -> StoreCheck {
        var check = StoreCheck(facts: facts, seed: seed, laneCount: laneCount)
        do throws(StoreOpenError) {
            let store = try TestedStore.open(directory: directory, archive: archive)
            defer { store.close() }
            check.run(on: store)
        } catch {
            check.violations.append("The store cannot be opened: \(error).")
        }
        return check
    }

    /// Compares an open store, and writes to it.
    mutating func run(on store: RecordStore) {
        do throws(DomainError) {
            try compare(store)
            try requireWritable(store)
        } catch {
            violations.append("The store fails: \(error).")
        }
    }

    private mutating func compare(_ store: RecordStore) throws(DomainError) {
        let people = try store.read { view throws(DomainError) in
            try People(of: laneCount, in: view)
        }
        guard let people else {
            require(!facts.arePeopleAcknowledged, "The people, who were acknowledged, are lost.")
            return
        }
        require(facts.arePeopleInvoked, "People are there whom nobody stored.")
        var check = self
        try store.read { view throws(DomainError) in
            for lane in 0..<laneCount { try check.compareLane(lane, view, people) }
            try check.compareReader(view, people)
        }
        self = check
    }

    /// Which operations of a lane are stored, and whether these may be the ones.
    private mutating func storedOperations(
        of lane: Int,
        _ view: StoreView,
        _ people: People
    ) throws(DomainError) -> [Operation] {
        let notes = facts.lanes.indices.contains(lane) ? facts.lanes[lane].notes : []
        var stored: [Operation] = []
        var missing: OperationID?
        for (number, fact) in notes.enumerated() {
            let id = OperationID(lane: lane, number: number)
            let operation = Operation(id, seed: seed)
            let isStored = try operation.isStored(in: view, people)
            if fact.contains(.invoked) { invokedCount += 1 }
            if fact.contains(.acknowledged) { acknowledgedCount += 1 }
            guard isStored else {
                require(!fact.contains(.acknowledged), "\(id) was acknowledged and is lost.")
                if operation.isKept, !fact.contains(.declined) { missing = missing ?? id }
                continue
            }
            require(fact.contains(.invoked), "\(id) is stored, and nobody asked for it.")
            if let missing {
                violations.append("\(id) is stored, and \(missing) before it is not.")
            }
            if !fact.contains(.acknowledged) { unknownStoredCount += 1 }
            stored.append(operation)
        }
        storedCount += stored.count
        return stored
    }

    private mutating func compareLane(
        _ lane: Int,
        _ view: StoreView,
        _ people: People
    ) throws(DomainError) {
        var model = LaneModel()
        for operation in try storedOperations(of: lane, view, people) { model.apply(operation) }
        let user = people.lanes[lane]
        var sessions: [UInt64: UInt64] = [:]
        for session in try view.sessions(of: user) {
            sessions[session.key.number] = UInt64(session.refreshedAt.milliseconds)
        }
        let contacts = try view.contacts(of: user, after: nil, limit: 1_000).contacts
            .map { LaneModel.Contact(name: $0.name.text, memo: $0.details.memo) }
        require(sessions == model.sessions, "Lane \(lane) has other sessions.")
        require(contacts == model.contacts, "Lane \(lane) has other contacts.")
        requireEqual(try sent(by: user, view), model.sent, "sent notes of lane \(lane)")
        requireEqual(try received(by: user, view), model.received, "notes of lane \(lane)")
        requireEqual(try feed(of: user, view), model.feed, "feed of lane \(lane)")
        models.append(model)
    }

    /// Notes to the reader are in the order of commits: each lane's must be in its own order.
    private mutating func compareReader(
        _ view: StoreView,
        _ people: People
    ) throws(DomainError) {
        var delivered = [[String]](repeating: [], count: laneCount)
        for note in try received(by: people.reader, view) {
            guard let lane = Int(note.text.prefix { $0 != "." }), delivered.indices.contains(lane)
            else {
                violations.append("The reader has a note of nobody: \(note.text.prefix(40)).")
                continue
            }
            delivered[lane].append(note.text)
        }
        for lane in 0..<laneCount {
            let name = "notes that the reader has of lane \(lane)"
            requireEqual(delivered[lane], models[lane].delivered, name)
        }
    }

    /// Nobody of the work, whose session shows that a store takes changes.
    static let writingUser = UserNumber(1 << 40)

    /// The store must take changes, and hold them, after whatever happened.
    private mutating func requireWritable(_ store: RecordStore) throws(DomainError) {
        let key = SessionKey(user: Self.writingUser, number: 1)
        let session = AccountRules.Session(
            key: key,
            kind: .guest,
            openedAt: .ofWorkload,
            refreshedAt: .ofWorkload,
            accessDigest: [UInt8](repeating: 1, count: 32),
            accessExpiresAt: .ofWorkload,
            refreshDigest: [UInt8](repeating: 2, count: 32),
            refreshExpiresAt: .ofWorkload
        )
        try store.writeAndWait { view throws(DomainError) in try view.put(session) }
        let found = try store.read { view throws(DomainError) in try view.session(key) }
        require(found == session, "What was written after the start is not there.")
        try store.writeAndWait { view throws(DomainError) in try view.endSession(key) }
    }

    // MARK: What the store holds

    private func sent(
        by user: UserNumber,
        _ view: StoreView
    ) throws(DomainError) -> [LaneModel.Note] {
        var notes: [LaneModel.Note] = []
        _ = try view.visitSent(by: user, before: nil, limit: .max) { bytes in
            let note = try? ProtobufDecoder().decode(NoteletAPI.SentMessage.self, from: bytes)
            notes.append(.init(text: note?.content ?? "unreadable", answer: note?.answer?.content))
            return .next
        }
        return notes.reversed()
    }

    private func received(
        by user: UserNumber,
        _ view: StoreView
    ) throws(DomainError) -> [LaneModel.Note] {
        var notes: [LaneModel.Note] = []
        _ = try view.visitReceived(by: user, before: nil, limit: .max) { bytes in
            let note = try? ProtobufDecoder().decode(NoteletAPI.ReceivedMessage.self, from: bytes)
            notes.append(.init(text: note?.content ?? "unreadable", answer: note?.answer?.content))
            return .next
        }
        return notes.reversed()
    }

    private func feed(
        of user: UserNumber,
        _ view: StoreView
    ) throws(DomainError) -> [LaneModel.FeedEntry] {
        var entries: [LaneModel.FeedEntry] = []
        _ = try view.visitChanges(of: user, after: .start, limit: Self.feedEntryCountMax) {
            change in
            entries.append(Self.entry(of: change))
            return .next
        }
        return entries
    }

    private static let feedEntryCountMax = 100_000_000

    private static func entry(of change: borrowing NoteRules.Change) -> LaneModel.FeedEntry {
        switch copy change {
        case .user: return .user
        case .sent(let bytes):
            let note = try? ProtobufDecoder().decode(NoteletAPI.SentMessage.self, from: bytes)
            return .sent(note?.content ?? "unreadable")
        case .received(let bytes):
            let note = try? ProtobufDecoder().decode(NoteletAPI.ReceivedMessage.self, from: bytes)
            return .received(note?.content ?? "unreadable")
        case .answered(_, let answer): return .answered(answer.content.text)
        case .contact(let contact):
            return .contact(name: contact.name.text, memo: contact.details.memo)
        case .contactDeleted: return .contactDeleted
        case .messageDeleted: return .messageDeleted
        case .messageChanged, .blocked, .unblocked: return .another
        }
    }

    // MARK: Comparing

    private mutating func require(_ condition: Bool, _ violation: String) {
        if !condition { violations.append(violation) }
    }

    private mutating func requireEqual<Element: Equatable>(
        _ found: [Element],
        _ meant: [Element],
        _ name: String
    ) {
        if found == meant { return }
        let index = zip(found, meant).prefix { $0 == $1 }.count
        let first = found.indices.contains(index) ? "\(found[index])" : "nothing"
        let expected = meant.indices.contains(index) ? "\(meant[index])" : "nothing"
        violations.append(
            "The \(name) are \(found.count) and not \(meant.count): at \(index) there is "
                + "\(first.prefix(60)) and not \(expected.prefix(60))."
        )
    }
}
