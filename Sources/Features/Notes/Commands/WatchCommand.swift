import AccountCommands
import CommandLineInterface
import NoteletClient
import PersonCommands

/// The change feed, live.
enum WatchCommand {
    private static let once = Option<Bool>.flag(
        "once",
        help: Wording(
            "새 변경을 기다리지 않고, 지금 있는 변경만 출력하고 끝냅니다.",
            "Print the changes that are there and end, instead of waiting for new ones."
        )
    )
    private static let fromStart = Option<Bool>.flag(
        "from-start",
        help: Wording(
            "다음 변경이 아니라 가장 오래된 변경부터 시작합니다.",
            "Begin with the oldest change instead of the next one."
        )
    )
    private static let cursor = Option<[UInt8]?>.optional(
        "cursor",
        .cursor,
        help: Wording(
            "이전 watch --json의 마지막 줄이 알려 준 위치 다음부터 시작합니다.",
            "Begin after this place, which the last line of an earlier watch --json told."
        )
    )

    static let watch = Command(
        "watch",
        summary: Wording(
            "Ctrl-C를 누를 때까지 변경을 일어나는 대로 출력합니다",
            "Print each change as it happens, until Ctrl-C"
        ),
        discussion: Wording(
            """
            연결이 끊기면 변경을 놓치거나 되풀이하지 않고 다시 연결하며, 끊긴 것과 다시 연결한 것을 표준 오류로 알립니다. \
            --json을 쓰면 변경 하나가 한 줄이고, 표준 오류로 알리는 것도 {"connection":"lost"}나 "restored"가 있는 한 \
            줄입니다. 한 묶음의 마지막 줄에는 나중에 watch를 이어서 시작할 수 있는 위치(cursor)가 있습니다. --timeout은 첫 \
            응답에만 적용되며, 그 뒤에는 계속 기다립니다.
            """,
            """
            Lost connections are made good without losing or repeating a change; standard error \
            tells of the loss and of the return. With --json each change is one line, and so is \
            what standard error tells: {"connection":"lost"} or "restored". The last line of each \
            batch has a cursor, from which a later watch can go on. --timeout is for the first \
            answer; after it, a watch is patient.
            """
        ),
        options: [once, fromStart, cursor],
        run: { context in
            let start = context[cursor] ?? []
            // What happened before is passed over, unless it was asked for.
            var isShown = context[once] || context[fromStart] || context[cursor] != nil
            let pages = context.notelet.watch(from: start) { context.tell($0) }
            for try await page in pages {
                if isShown { try write(page, context) }
                guard page.isUpToDate else { continue }
                if context[once] { break }
                if !isShown, !context.isJSON {
                    try TextOutput.standardError.writeLine(
                        context.phrase(
                            "기다리는 중입니다. 끝내려면 Ctrl-C.",
                            "Waiting; Ctrl-C ends it."
                        )
                    )
                }
                isShown = true
            }
        }
    )

    private static func write(_ page: ChangePage, _ context: CommandContext) throws {
        let changes = page.changes.compactMap(\.kind)
        for (index, change) in changes.enumerated() {
            var document = event(change)
            if index == changes.count - 1 {
                document.append(("cursor", .string(hexadecimal(page.cursor))))
            }
            try context.write(document) { context.text(of: change) + "\n" }
        }
        try context.output.flush()
    }

    private static func event(_ change: Change.Kind) -> [JSON.Member] {
        switch change {
        case .received(let note):
            [("event", .string("received")), ("message", note.json)]
        case .sent(let note):
            [("event", .string("sent")), ("message", note.json)]
        case .answered(let answered):
            [
                ("event", .string("answered")),
                ("message_id", identifier(answered.messageID)),
                ("answer", answered.answer?.json ?? .null),
            ]
        case .contact(let contact):
            [("event", .string("contact")), ("contact", contact.json)]
        case .deletedContactID(let id):
            [("event", .string("contact_deleted")), ("contact_id", identifier(id))]
        case .user(let user):
            [("event", .string("user")), ("user", user.json)]
        case .deletedMessageID(let id):
            [("event", .string("message_deleted")), ("message_id", identifier(id))]
        case .changedMessage(let message):
            [("event", .string("message_changed")), ("message", message.side?.json ?? .null)]
        case .block(let block):
            [
                ("event", .string("blocked")),
                ("message_id", identifier(block.messageID)),
                ("blocked_at", block.blockedAt.json),
            ]
        case .unblockedMessageID(let id):
            [("event", .string("unblocked")), ("message_id", identifier(id))]
        case .shared(let change):
            [("event", .string("shared")), ("type", .string(change.type))]
        }
    }
}

extension CommandContext {
    /// A change for a person.
    fileprivate func text(of change: Change.Kind) -> String {
        switch change {
        case .received(let note): return text(of: Message.Side.received(note))
        case .sent(let note): return text(of: Message.Side.sent(note))
        case .answered(let answered):
            let title = phrase("답장", "Answer") + "  " + identifierText(answered.messageID)
            let content = answered.answer?.content.terminalSafeLines ?? ""
            return style.apply(.green, to: title) + "\n" + content + "\n"
        case .contact(let contact):
            return phrase("연락처: ", "Contact: ") + contact.name.terminalSafe + "\n"
        case .deletedContactID(let id):
            return phrase("삭제된 연락처: ", "Contact deleted: ") + identifierText(id) + "\n"
        case .user(let user):
            return phrase("프로필: ", "Profile: ") + user.username.terminalSafe + "\n"
        case .deletedMessageID(let id):
            return phrase("삭제된 쪽지: ", "Note deleted: ") + identifierText(id) + "\n"
        case .changedMessage(let message):
            let title = phrase("바뀐 쪽지", "Note changed")
            return title + "\n" + (message.side.map(text(of:)) ?? "")
        case .block(let block):
            let id = identifierText(block.messageID)
            return phrase("차단: ", "Sender blocked by note: ") + id + "\n"
        case .unblockedMessageID(let id):
            return phrase("차단 해제: ", "Sender no longer blocked by note: ") + identifierText(id)
                + "\n"
        case .shared(let change):
            return phrase("공유된 변경: ", "Shared change: ") + change.type.terminalSafe + "\n"
        }
    }
}

extension ValueSyntax<[UInt8]> {
    /// Bytes as hexadecimal digits.
    fileprivate static let cursor = ValueSyntax(
        placeholder: Wording("위치", "CURSOR"),
        expectation: Wording("이전 watch가 알려 준 위치", "a cursor as an earlier watch told it"),
        parse: { text in
            let digits = Array(text.utf8)
            guard digits.count.isMultiple(of: 2) else { return nil }
            var bytes: [UInt8] = []
            for index in stride(from: 0, to: digits.count, by: 2) {
                let pair = digits[index..<(index + 2)]
                guard pair.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                    let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(byte)
            }
            return bytes
        }
    )
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
