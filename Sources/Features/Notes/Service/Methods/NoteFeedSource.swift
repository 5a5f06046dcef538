internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving

/// Writes the feed of each person: notes, contacts, blocks, and the account itself.
struct NoteFeedSource: OwnFeedSource {
    let linkBaseURL: String

    func write(
        changesOf user: UserNumber,
        after place: Sequence,
        limit: Int,
        in store: StoreView,
        at now: Instant,
        to page: inout ChangePageWriter
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool) {
        try store.visitChanges(of: user, after: place, limit: limit) { change in
            append(change, to: &page, at: now)
            return page.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
    }

    private func append(
        _ change: borrowing NoteRules.Change,
        to writer: inout ChangePageWriter,
        at now: Instant
    ) {
        switch copy change {
        case .received(let note):
            writer.append(received: note.span.bytes)
        case .sent(let note):
            writer.append(sent: note.span.bytes)
        case .answered(let id, let answer):
            let answered = MessageAnswered(
                messageID: id.opaque.bytes,
                answer: NoteletAPI.Answer(answer, to: id)
            )
            append(.answered(answered), to: &writer)
        case .contact(let contact):
            append(.contact(NoteletAPI.Contact(contact, at: now)), to: &writer)
        case .contactDeleted(let id):
            append(.deletedContactID(id.opaque.bytes), to: &writer)
        case .messageDeleted(let id):
            append(.deletedMessageID(id.opaque.bytes), to: &writer)
        case .messageChanged(let note):
            writer.append(changed: note.span.bytes)
        case .blocked(let block):
            append(.block(NoteletAPI.Block(block)), to: &writer)
        case .unblocked(let id):
            append(.unblockedMessageID(id.opaque.bytes), to: &writer)
        case .user(let user):
            append(.user(NoteletAPI.User(user, linkBaseURL: linkBaseURL)), to: &writer)
        }
    }

    private func append(_ kind: NoteletAPI.Change.Kind, to writer: inout ChangePageWriter) {
        do throws(ProtobufEncodingError) {
            try writer.append(NoteletAPI.Change(kind: kind))
        } catch {
            preconditionFailure("Changes are made of what the contract can carry: \(error)")
        }
    }
}
