import CommandLineInterface
import NoteletClient

/// The change feed, live.
enum WatchCommand {
    private static let once = Option<Bool>.flag(
        "once",
        help: "Print the changes that are there and end, instead of waiting for new ones."
    )
    private static let fromStart = Option<Bool>.flag(
        "from-start",
        help: "Begin with the oldest change instead of the next one."
    )
    private static let cursor = Option<[UInt8]?>.optional(
        "cursor",
        .cursor,
        help: "Begin after this place, which the last line of an earlier watch --json told."
    )

    static let watch = Command(
        "watch",
        summary: "Print each change as it happens, until Ctrl-C",
        discussion: """
            Lost connections are made good without losing or repeating a change; standard error \
            tells of the loss and of the return. With --json each change is one line, and so is \
            what standard error tells: {"connection":"lost"} or "restored". The last line of each \
            batch has a cursor, from which a later watch can go on. --timeout is for the first \
            answer; after it, a watch is patient.
            """,
        options: [once, fromStart, cursor],
        run: { context in
            let start = context[cursor] ?? []
            // What happened before is passed over, unless it was asked for.
            var isShown = context[once] || context[fromStart] || context[cursor] != nil
            let pages = context.notelet.watch(from: start) { tell($0, context) }
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

    /// Tells that changes may be late, and that they no longer are.
    private static func tell(_ connection: WatchConnection, _ context: CommandContext) {
        let (name, text) =
            switch connection {
            case .lost:
                (
                    "lost",
                    context.phrase(
                        "연결이 끊겼습니다. 다시 연결하는 중입니다.",
                        "The connection is lost; trying to connect again."
                    )
                )
            case .restored:
                (
                    "restored",
                    context.phrase(
                        "다시 연결했습니다. 놓친 것은 없습니다.",
                        "Connected again; nothing was missed."
                    )
                )
            }
        let document = JSON.object([("connection", .string(name))])
        // Who closed standard error does not want to know.
        try? TextOutput.standardError.writeLine(context.isJSON ? document.text : text)
    }

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
        }
    }
}

extension ValueSyntax<[UInt8]> {
    /// Bytes as hexadecimal digits.
    fileprivate static let cursor = ValueSyntax(
        placeholder: "CURSOR",
        expectation: "a cursor as an earlier watch told it",
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
