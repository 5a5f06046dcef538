internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// What reading tells of an entry that was tried without reply.
private enum Finding {
    /// It was written.
    case written
    /// It was not written, or to write it once more is the same as once.
    case repeatable
    /// That cannot be told.
    case unknown
}

extension CopyTables {
    /// Settles an entry whose key the service may have forgotten, by what the service has; the copy
    /// is to be up to date.
    func settle(_ entry: OutboxEntry) throws(SQLiteError) {
        switch try finding(of: entry) {
        case .written: try remove(entry.id)
        case .repeatable: try forgetTry(entry.id)
        case .unknown: try noteUnknown(entry.id)
        }
    }

    private func finding(of entry: OutboxEntry) throws(SQLiteError) -> Finding {
        switch entry.write {
        case .sendToContact, .sendToLink:
            // Which link a note went to is not told: where it may be another entry's, nobody knows.
            guard try !isAmbiguous(entry), let id = try sentNote(of: entry) else {
                return .unknown
            }
            try name(id, in: "messages", intention: entry.id)
            try redirectDeletion(of: entry.id, in: entry.lane, toNote: id)
            return .written
        case .answer(let request):
            // A second answer is refused, so that to send it again is safe.
            return try answerContent(ofMessage: request.messageID) == request.content.trimmed
                ? .written : .repeatable
        case .addContact(let request):
            guard let contact = try contacts().first(where: { $0.name == request.name }) else {
                return .repeatable
            }
            try name(contact.id.bytes, in: "contacts", intention: entry.id)
            try redirect(from: entry.id, toContact: contact.id.bytes)
            return .written
        case .updateContact(let request):
            let contact = try contact(request.id)
            return contact?.isLike(request) == true ? .written : .unknown
        case .deleteContact(let request):
            return try contact(request.id) == nil ? .written : .repeatable
        case .deleteMessage(let request):
            return try side(request.messageID) == nil ? .written : .repeatable
        // What is said has a name by which it is said once, and all else comes to the same again.
        case .delivery: return .repeatable
        case .updateProfile(let request):
            guard let account = try account() else { return .unknown }
            return account.isLike(request) ? .written : .unknown
        }
    }

    /// Whether another entry sends the same words to another link.
    private func isAmbiguous(_ entry: OutboxEntry) throws(SQLiteError) -> Bool {
        guard case .sendToLink(let request) = entry.write else { return false }
        return try entries().contains { other in
            guard case .sendToLink(let second) = other.write else { return false }
            return second.link != request.link
                && second.content.trimmed == request.content.trimmed
        }
    }

    /// The note that an entry has become: one of the same words to the same place, of the time of
    /// the tries, that is no other entry's.
    private func sentNote(of entry: OutboxEntry) throws(SQLiteError) -> [UInt8]? {
        guard let triedAt = entry.triedAt else { return nil }
        let earliest = triedAt.addingTimeInterval(-Self.clockDifferenceMax)
        let latest = triedAt.addingTimeInterval(OutboxEntry.retryPeriod + Self.clockDifferenceMax)
        var position = Int64.max
        // The newest first: the copy may hold many more that are older than the tries.
        while let sent = try sentNote(before: position) {
            let sentAt = sent.note.sentAt?.date ?? .distantPast
            // What is loose stands before what is newer.
            if sentAt < earliest, !sent.isLoose { return nil }
            if !sent.isNamed, (earliest...latest).contains(sentAt), entry.write.isLike(sent.note) {
                return sent.note.id
            }
            position = sent.position
        }
        return nil
    }

    /// A note that was sent, and what is known of it.
    private struct Sent {
        let note: SentMessage
        let position: Int64
        let isNamed: Bool
        let isLoose: Bool
    }

    /// The newest note that was sent before a place in the lists.
    private func sentNote(before position: Int64) throws(SQLiteError) -> Sent? {
        let sql = """
            SELECT body, position, intention IS NOT NULL, loose_since IS NOT NULL FROM messages
            WHERE direction = ? AND position < ? ORDER BY position DESC LIMIT 1
            """
        let direction = SQLiteValue.integer(DirectionNumber.sent.rawValue)
        return try connection.first(sql, direction, .integer(position)) {
            (row) throws(SQLiteError) in
            Sent(
                note: try decoded(SentMessage.self, from: try row.blob(at: 0)),
                position: try row.integer(at: 1),
                isNamed: try row.bool(at: 2),
                isLoose: try row.bool(at: 3)
            )
        }
    }

    /// By how much the clocks of a device and of the service may differ, in seconds.
    private static let clockDifferenceMax: TimeInterval = 5 * 60

    private func answerContent(ofMessage id: [UInt8]) throws(SQLiteError) -> String? {
        switch try side(id) {
        case .received(let message): message.answer?.content
        case .sent, nil: nil
        }
    }

    private func contact(_ id: [UInt8]) throws(SQLiteError) -> NoteletInterface.Contact? {
        guard let id = UUID(optional: id) else { return nil }
        return try contact(id)
    }
}

extension Write {
    /// Whether a note is what it sends, which the service keeps without the spaces around it.
    fileprivate func isLike(_ note: SentMessage) -> Bool {
        switch self {
        case .sendToContact(let request):
            note.contactID == request.contactID && note.isAnonymous != request.revealSender
                && note.content == request.content.trimmed
        case .sendToLink(let request):
            note.contactID.isEmpty && note.isAnonymous != request.revealSender
                && note.content == request.content.trimmed
        case .answer, .deleteMessage, .addContact, .updateContact, .deleteContact,
            .updateProfile, .delivery:
            false
        }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension NoteletAPI.User {
    /// Whether it is as a request wants it.
    fileprivate func isLike(_ request: UpdateProfileRequest) -> Bool {
        username == request.username ?? username
            && profileImageURL == request.profileImageURL ?? profileImageURL
    }
}

extension NoteletInterface.Contact {
    /// Whether it is as a request wants it; a link is never told.
    fileprivate func isLike(_ request: UpdateContactRequest) -> Bool {
        request.link == nil
            && name == request.name ?? name
            && relationship ?? "" == request.relationship ?? relationship ?? ""
            && memo ?? "" == request.memo ?? memo ?? ""
    }
}
