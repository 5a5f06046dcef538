import CommandLineInterface
import NoteletClient
import PersonCommands

/// Single notes: sending, answering, showing, deleting.
enum SingleNoteCommands {
    private static let link = Option.text(
        "link",
        Placeholder.link,
        help: Wording(
            "이 개인 링크의 주인에게 보냅니다. 링크의 토큰이나 전체 URL을 씁니다.",
            "Send to whoever this personal link belongs to; its token or the whole url."
        )
    )
    private static let contact = Option<ContactReference?>.optional(
        "contact",
        .contact,
        help: Wording(
            "이 연락처의 상대에게 보냅니다. 연락처의 이름이나 ID, 또는 ID의 앞부분을 씁니다.",
            "Send to the other end of this contact, given by its name, its id, or the "
                + "beginning of the id."
        )
    )
    private static let signed = Option<Bool>.flag(
        "signed",
        help: Wording(
            "받는 사람에게 내 사용자 이름을 보입니다. 쓰지 않으면 누가 썼는지 아무도 알 수 없습니다.",
            "Show your username to the receiver; without it nobody learns who wrote."
        )
    )
    private static let content = Argument.text(
        Placeholder.text,
        help: Wording(
            "1자에서 2,000자까지입니다. '-'라고 쓰면 표준 입력에서 읽습니다.",
            "1 to 2,000 characters; '-' reads standard input."
        )
    )
    private static let id = Argument.reference(to: Wording("쪽지", "the note"))

    static let send = Command(
        "send",
        summary: Wording(
            "쪽지를 보냅니다. --signed를 쓰지 않으면 익명입니다",
            "Send a note, anonymously unless --signed"
        ),
        options: [link, contact, signed],
        arguments: [content],
        run: { context in
            let response = try await send(try TextSource.text(context[content], context), context)
            let document: [JSON.Member] = [
                ("message_id", identifier(response.messageID)),
                ("sent_at", response.sentAt.json),
            ]
            let id = identifierText(response.messageID)
            try context.write(document, "보냈습니다: \(id)", "Sent: \(id)")
        }
    )

    static let answer = Command(
        "answer",
        summary: Wording("쪽지에 한 번 답장합니다", "Answer a note, once"),
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
        summary: Wording("쪽지 하나를 답장과 함께 봅니다", "Show one note with its answer"),
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
        summary: Wording(
            "내 화면에서 쪽지를 삭제합니다. 상대는 알 수 없습니다",
            "Delete a note from your own view; the other person notices nothing"
        ),
        arguments: [id],
        run: { context in
            let note = try await context[id].id(.either, in: context)
            try await context.notelet.deleteMessage(note)
            let document = [("deleted_message_id", identifier(note))]
            try context.write(document, "쪽지를 삭제했습니다.", "The note is deleted.")
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
                    "누구에게 보낼지 --link 링크 또는 --contact 연락처로 지정하시기 바랍니다.",
                    "Say to whom: give either --link LINK or --contact CONTACT."
                )
            )
        }
    }
}
