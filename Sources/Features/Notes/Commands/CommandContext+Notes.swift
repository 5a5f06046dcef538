import CommandLineInterface
import NoteletClient
import PersonCommands

extension CommandContext {
    /// A table of notes.
    func table(of notes: [Message.Side]) -> TextTable {
        var table = TextTable(columns: [
            TextTable.Column("ID", fitting: .whole),
            TextTable.Column(phrase("시각", "TIME"), fitting: .wholeOrOmitted),
            TextTable.Column(phrase("상대", "WHO")),
            TextTable.Column(phrase("상태", "STATUS"), fitting: .wholeOrOmitted),
            TextTable.Column(phrase("내용", "NOTE")),
        ])
        let ids = shown(notes.map(\.id))
        for note in notes { table.append(cells(of: note, ids)) }
        return table
    }

    private func cells(of side: Message.Side, _ ids: ShownIdentifiers) -> [String] {
        switch side {
        case .received(let note):
            [
                ids.text(note.id), note.receivedAt.localText, "← \(note.senderName)",
                status(note.answer), note.content,
            ]
        case .sent(let note):
            [
                ids.text(note.id), note.sentAt.localText, "→ \(note.receiverName)",
                status(note.answer), note.content,
            ]
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
        var text = heading("\(who): \(name)", id: id, at: moment)
        if case .received(let note) = side, !note.senderID.isEmpty {
            let title = phrase("보낸 사람 ID", "Sender's ID")
            text += style.apply(.dim, to: "\(title): \(identifierText(note.senderID))") + "\n"
        }
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

extension Message.Side {
    /// The id under which the caller knows the note.
    var id: [UInt8] {
        switch self {
        case .received(let note): note.id
        case .sent(let note): note.id
        }
    }
}
