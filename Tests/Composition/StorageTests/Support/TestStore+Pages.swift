import Domain
import EngineTestSupport
import NoteletAPI
import NoteRules
import NoteStorage
import ProtobufCoding
import Records
import Storage

/// What one page holds and where the next begins.
struct Page<Item> {
    var items: [Item] = []
    var next: Sequence?
}

extension TestStore {
    /// A page of received notes, as stored.
    func receivedBytes(
        by user: UserNumber,
        before place: Sequence? = nil,
        limit: Int = 500
    ) throws(DomainError) -> Page<[UInt8]> {
        try bytes { view, visit throws(DomainError) in
            try view.visitReceived(by: user, before: place, limit: limit, visit)
        }
    }

    /// A page of sent notes, as composed.
    func sentBytes(
        by user: UserNumber,
        before place: Sequence? = nil,
        limit: Int = 500
    ) throws(DomainError) -> Page<[UInt8]> {
        try bytes { view, visit throws(DomainError) in
            try view.visitSent(by: user, before: place, limit: limit, visit)
        }
    }

    /// A page of a contact's notes, as composed.
    func contactBytes(
        of user: UserNumber,
        through contact: ContactID,
        before place: Sequence? = nil,
        limit: Int = 500
    ) throws(DomainError) -> Page<[UInt8]> {
        try bytes { view, visit throws(DomainError) in
            try view.visitMessages(of: user, through: contact, before: place, limit: limit, visit)
        }
    }

    /// A page of what a visit gives.
    private func bytes(
        _ visitAll: (StoreView, (RawSpan) -> PageStep) throws(DomainError) -> Sequence?
    ) throws(DomainError) -> Page<[UInt8]> {
        try read { view throws(DomainError) in
            var page = Page<[UInt8]>()
            page.next = try visitAll(view) { bytes in
                page.items.append(bytes.array)
                return .next
            }
            return page
        }
    }

    /// Received notes, decoded as a client does.
    func received(
        by user: UserNumber,
        before place: Sequence? = nil,
        limit: Int = 500
    ) throws -> Page<NoteletAPI.ReceivedMessage> {
        let page = try receivedBytes(by: user, before: place, limit: limit)
        return Page(items: try page.items.map(decoded), next: page.next)
    }

    /// Sent notes, decoded as a client does.
    func sent(
        by user: UserNumber,
        before place: Sequence? = nil,
        limit: Int = 500
    ) throws -> Page<NoteletAPI.SentMessage> {
        let page = try sentBytes(by: user, before: place, limit: limit)
        return Page(items: try page.items.map(decoded), next: page.next)
    }

    /// A contact's notes, decoded as a client does.
    func messages(
        of user: UserNumber,
        through contact: ContactID,
        before place: Sequence? = nil,
        limit: Int = 500
    ) throws -> Page<NoteletAPI.Message> {
        let page = try contactBytes(of: user, through: contact, before: place, limit: limit)
        return Page(items: try page.items.map(decoded), next: page.next)
    }

    /// The changes of a user's feed after a place.
    func changes(
        of user: UserNumber,
        after place: Sequence = .start,
        limit: Int = 10_000
    ) throws(DomainError) -> (changes: [NoteRules.Change], place: Sequence, hasMore: Bool) {
        try read { view throws(DomainError) in
            var changes: [NoteRules.Change] = []
            let end = try view.visitChanges(of: user, after: place, limit: limit) { change in
                changes.append(copy change)
                return .next
            }
            return (changes, end.place, end.hasMore)
        }
    }
}

/// Decodes what a client would.
func decoded<Message: Decodable>(_ bytes: [UInt8]) throws -> Message {
    try ProtobufDecoder().decode(Message.self, from: bytes)
}
