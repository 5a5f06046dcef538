internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving

extension ExportPart {
    /// What people are given of their contacts, notes, blocks and words.
    static let ofNotes: [ExportPart] = [
        ExportPart(field: 2) { request, store throws(DomainError) in
            let user = request.user
            let page = try store.contacts(of: user, after: request.place, limit: request.limit)
            let contacts = page.contacts.map { NoteletAPI.Contact($0, at: request.now) }
            return ExportPage(contacts.map { .contact($0) }, next: page.next)
        },
        notes(field: 3) { store, request, visit throws(DomainError) in
            try store.visitReceived(
                by: request.user,
                before: request.place,
                limit: request.limit,
                visit
            )
        },
        notes(field: 4) { store, request, visit throws(DomainError) in
            try store.visitSent(
                by: request.user,
                before: request.place,
                limit: request.limit,
                visit
            )
        },
        ExportPart(field: 5) { request, store throws(DomainError) in
            let blocks = try store.blocks(of: request.user)
            return ExportPage(blocks.map { .blockedMessageID($0.message.opaque.bytes) })
        },
        ExportPart(field: 7) { request, store throws(DomainError) in
            let words = try store.unwantedWords(of: request.user)
            return ExportPage(words.map { .mutedWord($0.text) })
        },
    ]

    /// Notes, which come encoded from the store.
    private static func notes(
        field: Int,
        _ visitAll:
            @escaping @Sendable (StoreView, ExportRequest, (RawSpan) -> PageStep)
            throws(DomainError) -> Sequence?
    ) -> ExportPart {
        ExportPart(field: field) { request, store throws(DomainError) in
            var messages: [[UInt8]] = []
            let next = try visitAll(store, request) { note in
                var writer = ProtobufWriter()
                writer.writeBytes(note, field: field)
                messages.append(writer.finish())
                return .next
            }
            return ExportPage(encoded: messages, next: next)
        }
    }
}
