import CommandLineInterface
import NoteletClient

extension CommandContext {
    /// A table of notes, whose rows are added by `append`.
    func noteTable() -> TextTable {
        TextTable(columns: [
            TextTable.Column("ID", fitting: .whole),
            TextTable.Column(phrase("시각", "TIME")),
            TextTable.Column(phrase("상대", "WHO")),
            TextTable.Column(phrase("상태", "STATUS")),
            TextTable.Column(phrase("내용", "NOTE")),
        ])
    }

    /// Adds a note to a table.
    func append(_ side: Message.Side, to table: inout TextTable) {
        switch side {
        case .received(let note):
            table.append([
                identifierText(note.id), note.receivedAt.localText, "← \(note.senderName)",
                status(note.answer), note.content,
            ])
        case .sent(let note):
            table.append([
                identifierText(note.id), note.sentAt.localText, "→ \(note.receiverName)",
                status(note.answer), note.content,
            ])
        }
    }

    /// A note with all its text.
    func text(of side: Message.Side) -> String {
        let (id, who, moment, content, answer) =
            switch side {
            case .received(let note):
                (
                    note.id, phrase("보낸 사람", "From"), note.receivedAt, note.content, note.answer
                )
            case .sent(let note):
                (note.id, phrase("받는 사람", "To"), note.sentAt, note.content, note.answer)
            }
        let name =
            switch side {
            case .received(let note): note.senderName
            case .sent(let note): note.receiverName
            }
        var text = "\(style.apply(.bold, to: "\(who): \(name.terminalSafe)"))\n"
        text += style.apply(.dim, to: "\(identifierText(id))  \(moment.localText)") + "\n"
        text += content.terminalSafeLines + "\n"
        if let answer {
            let title = phrase("답장", "Answer") + "  \(answer.answeredAt.localText)"
            text += "\n\(style.apply(.green, to: title))\n\(answer.content.terminalSafeLines)\n"
        }
        return text
    }

    private func status(_ answer: Answer?) -> String {
        answer == nil ? phrase("대기 중", "pending") : phrase("답장함", "answered")
    }
}
