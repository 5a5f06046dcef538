internal import AccountStorage
package import Domain
internal import NoteStorage
internal import ProtobufCoding
package import Records
package import StorageEngine

/// Tells which values of an archive are erased, and what is kept of them.
///
/// Erased is what is of somebody who is gone, and what notes say that neither of the two people has
/// any more: the same that the erasure and the deletion of notes take out of the store. What others
/// have of somebody who is gone is kept without the name and the way there, and reports without
/// what the reporter said. What is kept is such
/// that a restored store can carry out the same erasure once more: records that lead to those of
/// others keep their ways, and notes their places.
package struct ErasedValues {
    private let view: StoreView
    private let people: DepartedPeople
    /// Whether places in the batches are those of the store: they are not in a log from before a
    /// restoration, whose places were given out again.
    private let areOwnPlaces: Bool

    private var identifiers: IdentifierCipher { view.secrets.identifiers }

    /// Prepares to judge batches by one state of the store, which must be later than they are.
    package init(_ view: StoreView, _ people: DepartedPeople, areOwnPlaces: Bool) {
        self.view = view
        self.people = people
        self.areOwnPlaces = areOwnPlaces
    }

    /// What is kept of a value that was put under a key.
    ///
    /// - Throws: `dataLoss` for a value that cannot be read, and for a record of the store that
    ///   cannot.
    package func change(
        _ key: RawSpan,
        _ table: any TableDeclaration,
        _ value: RawSpan
    ) throws(DomainError) -> ArchivedChange {
        let change = try judge(key, table, value)
        if case .replaced(let bytes) = change, value.isEqual(to: bytes) { return .kept }
        return change
    }

    private func judge(
        _ key: RawSpan,
        _ table: any TableDeclaration,
        _ value: RawSpan
    ) throws(DomainError) -> ArchivedChange {
        switch table.archive {
        case .kept(because: _): return .kept
        case .goesWithPerson:
            guard let user = table.partition(of: key).user else {
                throw .dataLoss("a damaged key in the table \(table.name)")
            }
            return try omitted(ifGone: user)
        case .goes(let whose): return try omitted(ifGone: try whose(key, value, identifiers))
        case .report: return try report(value)
        case .feed: return try feedEntry(try key.place(at: 0, of: .change), value)
        case .received: return try received(try key.place(at: 0, of: .received), value)
        case .sent: return try sent(try key.place(at: 0, of: .sent), value)
        }
    }

    private func omitted(ifGone user: UserNumber) throws(DomainError) -> ArchivedChange {
        try people.contain(user, in: view) ? .omitted : .kept
    }

    /// Of a report by somebody who is gone all stays but what that one said.
    private func report(_ value: RawSpan) throws(DomainError) -> ArchivedChange {
        let receiver = UserNumber(try ReportRecord(value).receiver)
        guard try people.contain(receiver, in: view),
            let record = try ReportRecord.withoutDetail(of: receiver, value)
        else { return .kept }
        return .replaced(record.encoded())
    }

    /// Of a feed the tombstones stay that lead to where a name was shown, for it has to go again.
    private func feedEntry(_ place: Place, _ value: RawSpan) throws(DomainError) -> ArchivedChange {
        guard try people.contain(place.user, in: view) else { return .kept }
        guard case .sentDeleted(_, let route?) = try ChangeEntry(value) else { return .omitted }
        guard areOwnPlaces else { return .kept }
        let key = Key.place(identifiers.openReceiverRoute(route))
        let isShown = try view.value(of: key, in: .inbox) { value throws(DomainError) in
            !(try ReceivedNoteFields(try ReceivedNote(value), in: value).isAnonymous)
        }
        return isShown ?? false ? .kept : .omitted
    }

    private func received(_ place: Place, _ value: RawSpan) throws(DomainError) -> ArchivedChange {
        let note = try ReceivedNote(value)
        if note.isBlank { return .kept }
        let sender = note.route.map(identifiers.openSenderRoute)
        let isOwnerGone = try people.contain(place.user, in: view)
        let hasSender =
            try sender.map { sender throws(DomainError) in
                try !people.contain(sender.user, in: view)
            } ?? false
        if isOwnerGone, !hasSender { return .omitted }
        let fields = try ReceivedNoteFields(note, in: value)
        guard try isKept(received: place, hasSender ? sender : nil) else {
            return .replaced(note.blanked(fields, hasSender: hasSender))
        }
        return hasSender || note.route == nil
            ? .kept : .replaced(note.archivedWithoutSender(fields, in: value))
    }

    private func sent(_ place: Place, _ value: RawSpan) throws(DomainError) -> ArchivedChange {
        var note = try SentNote(value)
        if note.isBlank { return .kept }
        let receiver: Place?
        switch note.body {
        case .received(let route): receiver = identifiers.openReceiverRoute(route)
        case .kept: receiver = note.namedReceiver.map(identifiers.openReceiverRoute)
        }
        let isReceiverGone =
            try receiver.map { receiver throws(DomainError) in
                try people.contain(receiver.user, in: view)
            } ?? true
        if try people.contain(place.user, in: view) {
            // The receiver was shown who it is from: the erasure has to take that back again.
            guard case .received = note.body, !note.isAnonymous else { return .omitted }
            note.forgetName()
        } else if try isKept(sent: place, note, isReceiverGone ? nil : receiver) {
            guard isReceiverGone, receiver != nil else { return .kept }
            note.forgetName()
        } else {
            note.blank()
        }
        var writer = ProtobufWriter(reservingByteCount: value.byteCount)
        note.write(to: &writer)
        return .replaced(writer.finish())
    }

    /// Whether somebody has a note: the receiver, or the sender, who has content and answer where
    /// the receiver deleted it.
    private func isKept(received place: Place, _ sender: Place?) throws(DomainError) -> Bool {
        guard areOwnPlaces else { return true }
        if try view.contains(.place(place), in: .inbox) { return true }
        guard let sender else { return false }
        return try view.contains(.place(sender), in: .sent)
    }

    private func isKept(
        sent place: Place,
        _ note: SentNote,
        _ receiver: Place?
    ) throws(DomainError) -> Bool {
        guard areOwnPlaces else { return true }
        if try view.contains(.place(place), in: .sent) { return true }
        guard case .received = note.body, let receiver else { return false }
        return try view.contains(.place(receiver), in: .inbox)
    }
}

/// Who is gone, as far as that has been asked.
///
/// Nobody who is gone comes back; who goes while the answers are remembered is found later.
package final class DepartedPeople {
    private let life: Int64
    private let isOwnLog: Bool
    private var known: [UserNumber: Bool] = [:]

    /// People who are remembered: some megabytes.
    private static let countMax = 1 << 16

    /// Prepares for the batches of one log.
    ///
    /// - Parameters:
    ///   - life: When the store was made, by which marks name people.
    ///   - isOwnLog: Whether the log is that of the store. Of an earlier one, from before a
    ///     restoration, people may be who are not in the store and were never deleted.
    package init(life: Int64, isOwnLog: Bool) {
        self.life = life
        self.isOwnLog = isOwnLog
    }

    /// Whether an account was deleted, or a guest has lapsed.
    func contain(_ user: UserNumber, in view: StoreView) throws(DomainError) -> Bool {
        if user == .nobody { return false }
        if let answer = known[user] { return answer }
        let answer = try isGone(user, view)
        if known.count >= Self.countMax { known.removeAll(keepingCapacity: true) }
        known[user] = answer
        return answer
    }

    private func isGone(_ user: UserNumber, _ view: StoreView) throws(DomainError) -> Bool {
        let mark = Key.erased(view.secrets.erasureDigest(of: user, life: life))
        if try view.contains(mark, in: .erased) { return true }
        guard isOwnLog else { return false }
        if try view.isRemoved(user) { return true }
        // A guest has no mark; of whom something was, and nothing is, that one is gone.
        for table in Schema.tables where table.isOrderedByPerson {
            if try !view.isEmpty(.all(of: user), in: table.id) { return false }
        }
        return true
    }
}
