import Domain
import NoteletAPI
import ProtobufCoding
import NoteRules
import Records
import AccountRules
import NoteStorage
import AccountStorage

/// The people of a workload, as the store numbers them.
struct People: Sendable {
    /// Who receives the notes of all lanes.
    let reader: UserNumber
    /// Who acts in each lane.
    let lanes: [UserNumber]
}

extension Domain.Instant {
    /// The time of all that happens: replies are then kept under one day.
    static let ofWorkload = Instant(milliseconds: 1_700_000_012_345)
}

extension Operation {
    /// What a run of an operation did.
    enum Outcome: Sendable {
        case applied
        /// It was there already: what was kept of the first time is the answer.
        case replayed
    }

    /// The name under which its reply is kept.
    func key(of people: People) throws(DomainError) -> ScopedKey {
        ScopedKey(user: people.lanes[id.lane], key: try IdempotencyKey("\(id)"))
    }

    /// The reply that is kept of it.
    var reply: KeptReply {
        KeptReply(
            requestDigest: [UInt8](repeating: UInt8(truncatingIfNeeded: id.number), count: 32),
            reply: Array("done \(id)".utf8)
        )
    }

    /// Whether the store holds its reply.
    func isStored(in store: StoreView, _ people: People) throws(DomainError) -> Bool {
        guard let kept = try store.reply(for: key(of: people), at: .ofWorkload) else {
            return false
        }
        guard kept == reply else { throw .dataLoss("the reply of \(id)") }
        return true
    }

    /// Makes the change once, however often it is run.
    func run(in store: StoreTransaction, _ people: People) throws(DomainError) -> Outcome {
        if try isStored(in: store, people) { return .replayed }
        try write(to: store, people)
        try keepReply(in: store, people)
        return .applied
    }

    func keepReply(in store: StoreTransaction, _ people: People) throws(DomainError) {
        try store.keep(reply, for: key(of: people), at: .ofWorkload)
    }

    /// Makes the change, whether or not it was made before.
    func write(to store: StoreTransaction, _ people: People) throws(DomainError) {
        let user = people.lanes[id.lane]
        switch content {
        case .notes(let texts):
            for text in texts { try deliver(text, from: user, to: people.reader, store) }
        case .ownNote(let text):
            try answerOrDeliver(text, user, store)
        case .session(let slot, let value):
            try store.put(session(of: user, slot, value))
        case .sessionEnd(let slot):
            try store.endSession(SessionKey(user: user, number: slot))
        case .contact(let slot, let memo):
            try putContact(slot, memo, user, store)
        case .contactEnd(let slot):
            let name = ContactName(stored: Self.contactName(slot))
            if let contact = try store.contact(named: name, of: user) { try store.delete(contact) }
        case .refused(let text):
            try deliver(text, from: user, to: people.reader, store)
            try store.put(session(of: user, 0, 1))
            throw .refused(.ownLink)
        }
    }

    static func contactName(_ slot: UInt64) -> String { "contact \(slot)" }

    private func deliver(
        _ text: String,
        from sender: UserNumber,
        to receiver: UserNumber,
        _ store: StoreTransaction
    ) throws(DomainError) {
        _ = try store.deliver(
            NewMessage(
                sender: sender,
                receiver: receiver,
                content: try NoteRules.Content(text),
                shownSender: .anonymous,
                contact: nil,
                receiverName: "reader",
                sentAt: .ofWorkload
            )
        )
    }

    private func answerOrDeliver(
        _ text: String,
        _ user: UserNumber,
        _ store: StoreTransaction
    ) throws(DomainError) {
        var newest: NoteletAPI.ReceivedMessage?
        _ = try store.visitReceived(by: user, before: nil, limit: 1) { bytes in
            newest = try? ProtobufDecoder().decode(NoteletAPI.ReceivedMessage.self, from: bytes)
            return .last
        }
        guard let newest, newest.answer == nil, let id = OpaqueID(newest.id) else {
            return try deliver(text, from: user, to: user, store)
        }
        let answer = NoteRules.Answer(
            content: try NoteRules.Content(text),
            answeredAt: .ofWorkload
        )
        _ = try store.addAnswer(answer, to: MessageID(id), receivedBy: user)
    }

    private func session(of user: UserNumber, _ slot: UInt64, _ value: UInt64)
        -> AccountRules.Session
    {
        Session(
            key: SessionKey(user: user, number: slot),
            kind: .account,
            openedAt: .ofWorkload,
            refreshedAt: Instant(milliseconds: Int64(value)),
            accessDigest: [UInt8](repeating: UInt8(truncatingIfNeeded: value), count: 32),
            accessExpiresAt: .ofWorkload,
            refreshDigest: [UInt8](repeating: 7, count: 32),
            refreshExpiresAt: .ofWorkload
        )
    }

    private func putContact(
        _ slot: UInt64,
        _ memo: String,
        _ user: UserNumber,
        _ store: StoreTransaction
    ) throws(DomainError) {
        let name = ContactName(stored: Self.contactName(slot))
        if var contact = try store.contact(named: name, of: user) {
            contact.details.memo = memo
            return try store.update(contact)
        }
        _ = try store.addContact(
            NewContact(
                owner: user,
                name: name,
                details: ContactDetails(memo: memo),
                registeredAt: .ofWorkload,
                linkedUser: nil
            )
        )
    }
}
