import AccountRules
import AccountStorage
import Domain
import NoteRules
import NoteStorage
import NoteletAPI
import ProtobufCoding
import Records
import Storage

/// What a client keeps of somebody's data by following the feed, in the words of the contract.
struct FeedCopy {
    private(set) var records = Records()
    private var place = Sequence.start

    struct Records: Equatable {
        var received: [[UInt8]: NoteletAPI.ReceivedMessage] = [:]
        var sent: [[UInt8]: NoteletAPI.SentMessage] = [:]
        var contacts: [ContactID: NoteRules.Contact] = [:]
        var blocks: [MessageID: Instant] = [:]
        var user: AccountRules.User?
    }

    /// Knows nothing yet.
    init() {}

    /// What the lists say.
    init(listedBy store: TestStore, of user: UserNumber) throws {
        for note in try store.received(by: user).items { records.received[note.id] = note }
        for note in try store.sent(by: user).items { records.sent[note.id] = note }
        var records = records
        try store.read { view throws(DomainError) in
            for contact in try view.contacts(of: user, after: nil, limit: 500).contacts {
                records.contacts[contact.id] = contact
            }
            for block in try view.blocks(of: user) {
                records.blocks[block.message] = block.blockedAt
            }
            records.user = try view.user(user)
        }
        self.records = records
    }

    /// Takes in what came since the last time.
    mutating func follow(_ store: TestStore, of user: UserNumber) throws {
        let page = try store.changes(of: user, after: place)
        for change in page.changes { try apply(change) }
        place = page.place
    }

    private mutating func apply(_ change: NoteRules.Change) throws {
        switch change {
        case .received(let bytes): keep(.received(try decoded(bytes)))
        case .sent(let bytes): keep(.sent(try decoded(bytes)))
        case .messageChanged(let bytes):
            let message: NoteletAPI.Message = try decoded(bytes)
            keep(message.side)
        case .answered(let id, let answer): apply(answer, to: id)
        case .contact(let contact): records.contacts[contact.id] = contact
        case .contactDeleted(let id): records.contacts[id] = nil
        case .messageDeleted(let id):
            records.received[id.opaque.bytes] = nil
            records.sent[id.opaque.bytes] = nil
        case .blocked(let block): records.blocks[block.message] = block.blockedAt
        case .unblocked(let id): records.blocks[id] = nil
        case .user(let user): records.user = user
        }
    }

    private mutating func keep(_ side: NoteletAPI.Message.Side?) {
        switch side {
        case .received(let note): records.received[note.id] = note
        case .sent(let note): records.sent[note.id] = note
        case nil: break
        }
    }

    private mutating func apply(_ answer: NoteRules.Answer, to note: MessageID) {
        let milliseconds = answer.answeredAt.milliseconds
        let wire = NoteletAPI.Answer(
            content: answer.content.text,
            answeredAt: Timestamp(
                seconds: milliseconds / 1_000,
                nanos: Int32(milliseconds % 1_000) * 1_000_000
            ),
            id: AnswerID(of: note).opaque.bytes
        )
        let id = note.opaque.bytes
        records.received[id]?.answer = wire
        records.received[id]?.status = .answered
        records.sent[id]?.answer = wire
        records.sent[id]?.status = .answered
    }
}
