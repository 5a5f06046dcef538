internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import NoteRules
internal import Records

/// Assembles pages of the change feed.
struct ChangePages: Sendable {
    let cursors: any CursorSealing
    let linkBaseURL: String

    /// One encoded `ChangePage`.
    struct Page {
        let bytes: [UInt8]
        let place: Sequence
        let changeCount: Int
    }

    /// The page of changes after a place; it ends early once it holds `pageByteCountMax` bytes.
    func page(
        of user: UserNumber,
        after place: Sequence,
        limit: Int,
        in store: any Reading,
        at now: Instant
    ) throws(DomainError) -> Page {
        var writer = ChangePageWriter()
        var count = 0
        let (last, hasMore) = try store.visitChanges(of: user, after: place, limit: limit) {
            change in
            count += 1
            append(change, to: &writer, at: now)
            return writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
        let cursor = cursors.seal(last, in: .changes, of: user)
        return Page(
            bytes: writer.finish(cursor: cursor, isUpToDate: !hasMore),
            place: last,
            changeCount: count
        )
    }

    /// A page without changes: a sign of life, and where to resume.
    func heartbeat(at place: Sequence, of user: UserNumber) -> [UInt8] {
        let cursor = cursors.seal(place, in: .changes, of: user)
        return ChangePageWriter().finish(cursor: cursor, isUpToDate: true)
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
