import CommandLineInterface
import NoteletClient

/// Single notes: sending, answering, showing, deleting.
enum NoteCommands {
    private static let link = Option<String?>.optional(
        "link",
        .text.named("LINK"),
        help: "Send to whoever this personal link belongs to; its token or the whole url."
    )
    private static let contact = Option<ContactReference?>.optional(
        "contact",
        .contact,
        help: "Send to the other end of this contact, given by its name, its id, or the "
            + "beginning of the id."
    )
    private static let signed = Option<Bool>.flag(
        "signed",
        help: "Show your username to the receiver; without it nobody learns who wrote."
    )
    private static let content = Argument<String>(
        "TEXT",
        .content,
        help: "1 to 2,000 characters; '-' reads standard input."
    )
    private static let id = Argument<NoteReference>(
        "ID",
        .note,
        help: "The id of the note, or the beginning of it that lists show."
    )

    static let send = Command(
        "send",
        summary: "Send a note, anonymously unless --signed",
        options: [link, contact, signed],
        arguments: [content],
        run: { context in
            let response = try await send(try TextSource.text(context[content], context), context)
            let document: [JSON.Member] = [
                ("message_id", identifier(response.messageID)),
                ("sent_at", response.sentAt.json),
            ]
            try context.write(document) {
                let id = identifierText(response.messageID)
                return context.phrase("보냈습니다: \(id)\n", "Sent: \(id)\n")
            }
        }
    )

    static let answer = Command(
        "answer",
        summary: "Answer a note, once",
        arguments: [id, content],
        run: { context in
            let note = try await context.notelet.answer(
                try await context[id].id(.received, in: context),
                with: try TextSource.text(context[content], context)
            )
            try context.write([("message", note.json)]) { context.text(of: .received(note)) }
        }
    )

    static let show = Command(
        "show",
        summary: "Show one note with its answer",
        arguments: [id],
        run: { context in
            let side = try await context.notelet.message(
                try await context[id].id(.either, in: context)
            )
            try context.write([("message", side.json)]) { context.text(of: side) }
        }
    )

    static let delete = Command(
        "delete",
        summary: "Delete a note from your own view; the other person notices nothing",
        arguments: [id],
        run: { context in
            let note = try await context[id].id(.either, in: context)
            try await context.notelet.deleteMessage(note)
            try context.write([("deleted_message_id", identifier(note))]) {
                context.phrase("쪽지를 삭제했습니다.\n", "The note is deleted.\n")
            }
        }
    )

    private static func send(
        _ text: String,
        _ context: CommandContext
    ) async throws -> SendResponse {
        let signature: Signature = context[signed] ? .username : .anonymous
        switch (context[link], context[contact]) {
        case (let link?, nil):
            return try await context.notelet.send(text, toLink: link, signed: signature)
        case (nil, let contact?):
            let id = try await contact.id(in: context)
            return try await context.notelet.send(text, toContact: id, signed: signature)
        default:
            throw CommandFailure(
                .usage,
                context.phrase(
                    "누구에게 보낼지 --link LINK 또는 --contact CONTACT로 지정하시기 바랍니다.",
                    "Say to whom: give either --link LINK or --contact CONTACT."
                )
            )
        }
    }
}
