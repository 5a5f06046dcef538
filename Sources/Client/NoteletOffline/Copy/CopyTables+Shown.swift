internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

// What applications see: what the service keeps, and over it what waits to be written.
extension CopyTables {
    /// Notes of a kind, the newest first; those that wait to be sent are the newest.
    ///
    /// - Parameters:
    ///   - type: Which ones.
    ///   - position: Before which place; nil for the newest.
    ///   - countMax: How many, from 1 on; more where more wait to be sent.
    /// - Returns: The notes, and the place before which there may be more.
    /// - Throws: `SQLiteError`.
    func shownMessages(
        _ type: HistoryType,
        before position: Int64? = nil,
        countMax: Int
    ) throws(SQLiteError) -> (messages: [NoteletInterface.Message], next: Int64?) {
        let type = try resolved(type)
        let pending = try pendingWritesShown()
        let sends = position == nil ? pending.messages(type) : []
        let rowCountMax = max(1, countMax - sends.count)
        let rows = try messages(type, before: position, countMax: rowCountMax)
        let next = rows.count == rowCountMax ? rows.last?.position : nil
        return (sends + rows.compactMap { pending.shown($0.message) }, next)
    }

    /// The note of an id, or of what names the intention to send it.
    func shownMessage(_ id: UUID) throws(SQLiteError) -> NoteletInterface.Message? {
        if let message = try message(id) {
            return try PendingWrites(of: self, for: message.id).shown(message)
        }
        if try isToBeDeleted(id) { return nil }
        return try entry(id)?.message(from: userId, of: self)
    }

    /// The note of an id, where the service need not be asked.
    func knownMessage(_ id: UUID) throws(SQLiteError) -> Known<NoteletInterface.Message> {
        if let message = try shownMessage(id) { return .there(message) }
        return try isDeleted(id, as: resolvedMessage(id)) ? .deleted : .unknown
    }

    /// The contact of an id, where the service need not be asked.
    func knownContact(_ id: UUID) throws(SQLiteError) -> Known<NoteletInterface.Contact> {
        if let contact = try shownContact(id) { return .there(contact) }
        return try isDeleted(id, as: resolvedContact(id)) ? .deleted : .unknown
    }

    /// Whether something is to be deleted that was named here, and goes by another id by now.
    private func isDeleted(_ id: UUID, as resolved: UUID) throws(SQLiteError) -> Bool {
        if try pendingWritesShown().deletes(resolved) { return true }
        return try isToBeDeleted(id)
    }

    /// All contacts, by time of registration; those that wait to be added are the last.
    func shownContacts() throws(SQLiteError) -> [NoteletInterface.Contact] {
        let pending = try pendingWritesShown()
        return (try contacts() + pending.contacts).compactMap { pending.shown($0) }
    }

    /// The contact of an id, or of what names the intention to add it.
    func shownContact(_ id: UUID) throws(SQLiteError) -> NoteletInterface.Contact? {
        if let contact = try contact(id) {
            return try PendingWrites(of: self, for: contact.id).shown(contact)
        }
        return try entry(id)?.contact(of: userId).flatMap { (contact) throws(SQLiteError) in
            try PendingWrites(of: self, for: id).shown(contact)
        }
    }

    /// What a contact is called, also one that waits to be added.
    func name(ofContact id: UUID) throws(SQLiteError) -> String? {
        if isReading, let name = contactNames[id] { return name }
        var name = try contact(id)?.name
        if name == nil { name = try entry(id)?.contact(of: userId)?.name }
        contactNames[id] = .some(name)
        return name
    }

    /// The account; nil while it is not known.
    func shownUser() throws(SQLiteError) -> NoteletInterface.User? {
        guard let account = try account() else { return nil }
        let user = try shown { () throws(AppError) in try NoteletInterface.User(account) }
        return try pendingWritesShown().shown(user)
    }

    /// All writes that wait, were refused, or may have arrived.
    func pendingWrites() throws(SQLiteError) -> [PendingWrite] {
        let user = try shownUser()
        var writes: [PendingWrite] = []
        for entry in try entries() {
            guard let kind = try kind(of: entry, user: user) else { continue }
            writes.append(
                PendingWrite(
                    id: entry.id,
                    kind: kind,
                    createdAt: entry.createdAt,
                    state: entry.state
                )
            )
        }
        return writes
    }

    private func kind(
        of entry: OutboxEntry,
        user: NoteletInterface.User?
    ) throws(SQLiteError) -> PendingWrite.Kind? {
        switch entry.write {
        case .sendToContact, .sendToLink:
            try entry.message(from: userId, of: self).map { .sendMessage($0) }
        case .answer: entry.answer.map { .answerMessage($0) }
        case .deleteMessage(let request):
            UUID(optional: request.messageID).map { .deleteMessage($0) }
        case .addContact: entry.contact(of: userId).map { .addContact($0) }
        case .updateContact(let request):
            try UUID(optional: request.id).map { (id) throws(SQLiteError) in
                .updateContact(try shownContact(id) ?? entry.contact(id, as: request, of: userId))
            }
        case .deleteContact(let request): UUID(optional: request.id).map { .deleteContact($0) }
        case .updateProfile: user.map { .updateUser($0) }
        case .delivery(let write): write.kind(of: entry)
        }
    }
}

/// What a copy knows of something.
enum Known<Value: Sendable>: Sendable {
    /// It is there.
    case there(Value)
    /// It is to be deleted, and the service may have it still.
    case deleted
    /// The copy has never heard of it.
    case unknown

    /// What is there; nil where the service is to be asked.
    ///
    /// - Throws: `AppError`, `data` with `notFound` where it is to be deleted.
    func value() throws(AppError) -> Value? {
        switch self {
        case .there(let value): value
        case .deleted: throw .data(.notFound())
        case .unknown: nil
        }
    }
}

/// What waits to be written, as it is shown over what the service keeps.
struct PendingWrites {
    /// Notes that wait, the newest first.
    private(set) var messages: [NoteletInterface.Message] = []
    /// Contacts that wait, the oldest first.
    private(set) var contacts: [NoteletInterface.Contact] = []
    private var answers: [UUID: NoteletInterface.Answer] = [:]
    private var deletedMessages: Set<UUID> = []
    private var deletedContacts: Set<UUID> = []
    private var contactChanges: [UUID: [(UpdateContactRequest, WriteState)]] = [:]
    private var profileChanges: [(UpdateProfileRequest, WriteState)] = []

    /// Reads all of them.
    init(of tables: CopyTables) throws(SQLiteError) {
        for entry in try tables.entries() { try add(entry, of: tables) }
        messages.reverse()
    }

    /// Reads those for one note or contact.
    init(of tables: CopyTables, for id: UUID) throws(SQLiteError) {
        for entry in try tables.entries(ofLane: id.bytes) { try add(entry, of: tables) }
        messages.reverse()
    }

    private mutating func add(
        _ entry: OutboxEntry,
        of tables: CopyTables
    ) throws(SQLiteError) {
        switch entry.write {
        case .sendToContact, .sendToLink:
            if let message = try entry.message(from: tables.userId, of: tables) {
                messages.append(message)
            }
        case .answer:
            if let answer = entry.answer { answers[answer.messageId] = answer }
        case .addContact:
            if let contact = entry.contact(of: tables.userId) { contacts.append(contact) }
        case .updateContact(let request):
            guard let id = UUID(optional: request.id) else { return }
            contactChanges[id, default: []].append((request, entry.state))
        // What was not deleted after all is shown as it is.
        case .deleteMessage(let request):
            guard entry.state == .pending, let id = UUID(optional: request.messageID) else {
                return
            }
            deletedMessages.insert(id)
        case .deleteContact(let request):
            guard entry.state == .pending, let id = UUID(optional: request.id) else { return }
            deletedContacts.insert(id)
        case .updateProfile(let request): profileChanges.append((request, entry.state))
        // Messages about orders are shown with those, and not among notes.
        case .delivery: break
        }
    }

    /// Whether a note, or a contact, is to be deleted.
    func deletes(_ id: UUID) -> Bool {
        deletedMessages.contains(id) || deletedContacts.contains(id)
    }

    /// Notes of a kind that wait, the newest first.
    func messages(_ type: HistoryType) -> [NoteletInterface.Message] {
        let messages = messages.filter { !deletedMessages.contains($0.id) }
        return switch type {
        case .sent: messages
        case .received: []
        case .forContact(let id): messages.filter { $0.contactId == id }
        }
    }

    /// A note with what waits for it; nil where it is to be deleted.
    func shown(_ message: NoteletInterface.Message) -> NoteletInterface.Message? {
        if deletedMessages.contains(message.id) { return nil }
        guard message.answer == nil, let answer = answers[message.id] else { return message }
        var shown = message
        shown.answer = answer
        return shown
    }

    /// A contact with what waits for it; nil where it is to be deleted.
    func shown(_ contact: NoteletInterface.Contact) -> NoteletInterface.Contact? {
        if deletedContacts.contains(contact.id) { return nil }
        var shown = contact
        for (request, state) in contactChanges[contact.id] ?? [] {
            if let name = request.name { shown.name = name }
            if let text = request.relationship { shown.relationship = text.isEmpty ? nil : text }
            if let text = request.memo { shown.memo = text.isEmpty ? nil : text }
            shown.newLink = request.link ?? shown.newLink
            shown.writeState = state
        }
        return shown
    }

    /// The account with what waits for it.
    func shown(_ user: NoteletInterface.User) -> NoteletInterface.User {
        var shown = user
        for (request, state) in profileChanges {
            if let username = request.username { shown.username = username }
            if let url = request.profileImageURL {
                shown.profileImageURL = url.isEmpty ? nil : URL(string: url)
            }
            shown.writeState = state
        }
        return shown
    }
}

extension OutboxEntry {
    /// The note that it sends, as it is shown meanwhile; nil where it sends none.
    func message(
        from userId: UUID,
        of tables: CopyTables
    ) throws(SQLiteError) -> NoteletInterface.Message? {
        switch write {
        case .sendToContact(let request):
            let contactId = UUID(optional: request.contactID)
            return NoteletInterface.Message(
                id: id,
                direction: .sent,
                senderId: userId,
                contactId: contactId,
                otherName: try contactId.flatMap { (id) throws(SQLiteError) in
                    try tables.name(ofContact: id)
                },
                content: request.content,
                isAnonymous: !request.revealSender,
                sentAt: createdAt,
                writeState: state
            )
        case .sendToLink(let request):
            return NoteletInterface.Message(
                id: id,
                direction: .sent,
                senderId: userId,
                link: request.link,
                content: request.content,
                isAnonymous: !request.revealSender,
                sentAt: createdAt,
                writeState: state
            )
        case .answer, .deleteMessage, .addContact, .updateContact, .deleteContact,
            .updateProfile, .delivery:
            return nil
        }
    }

    /// The answer that it gives; nil where it gives none.
    var answer: NoteletInterface.Answer? {
        guard case .answer(let request) = write, let messageId = UUID(optional: request.messageID)
        else { return nil }
        return NoteletInterface.Answer(
            id: id,
            messageId: messageId,
            content: request.content,
            answeredAt: createdAt,
            writeState: state
        )
    }

    /// A contact that is gone, as the entry would have it.
    fileprivate func contact(
        _ id: UUID,
        as request: UpdateContactRequest,
        of userId: UUID
    ) -> NoteletInterface.Contact {
        NoteletInterface.Contact(
            id: id,
            ownerUserId: userId,
            name: request.name ?? "",
            relationship: request.relationship.flatMap { $0.isEmpty ? nil : $0 },
            memo: request.memo.flatMap { $0.isEmpty ? nil : $0 },
            registeredAt: createdAt,
            newLink: request.link,
            writeState: state
        )
    }

    /// The contact that it adds; nil where it adds none.
    func contact(of userId: UUID) -> NoteletInterface.Contact? {
        guard case .addContact(let request) = write else { return nil }
        return NoteletInterface.Contact(
            id: id,
            ownerUserId: userId,
            name: request.name,
            relationship: request.relationship.isEmpty ? nil : request.relationship,
            memo: request.memo.isEmpty ? nil : request.memo,
            registeredAt: createdAt,
            isLinked: !request.link.isEmpty,
            newLink: request.link.isEmpty ? nil : request.link,
            writeState: state
        )
    }
}
