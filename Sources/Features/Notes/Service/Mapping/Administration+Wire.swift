internal import AccountRules
internal import Domain
internal import NoteRules
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving

extension NoteRules.NoteReference {
    /// Reads which note an operator names.
    ///
    /// - Throws: `invalidValue` of `note` or `message_id`.
    init(_ reference: NoteletAPI.NoteReference) throws(DomainError) {
        switch reference.note {
        case .reportNumber(let number): self = .report(number)
        case .messageID(let id): self = .received(try MessageID(id, field: "message_id"))
        case nil:
            throw .invalid("note", "a report's number or a note's id")
        }
    }
}

extension NoteletAPI.Report {
    /// A report as an operator sees it.
    init(_ report: NoteRules.Report) {
        self.init(
            number: report.number,
            reason: NoteletAPI.ReportReason(report.reason),
            detail: report.detail,
            reportedAt: Timestamp(report.reportedAt),
            receiverID: report.receiver.opaque.bytes,
            messageID: report.note.opaque.bytes,
            content: report.content,
            resolution: report.resolution.map { resolution in
                NoteletAPI.ReportResolution(
                    operatorName: resolution.operatorName,
                    text: resolution.text,
                    resolvedAt: Timestamp(resolution.resolvedAt)
                )
            }
        )
    }
}

extension NoteletAPI.ReportReason {
    /// What is wrong with a note; the numbers of the contract are those of the store.
    init(_ reason: NoteRules.ReportReason) {
        self.init(rawValue: Int32(reason.rawValue))
    }
}

extension NoteletAPI.NoteSender {
    /// Who sent a note.
    init(_ sender: NoteRules.NoteSender) {
        switch sender {
        case .account(let id, let username):
            self.init(kind: .account, id: id.opaque.bytes, username: username.text)
        case .guest(let id):
            self.init(kind: .guest, id: id.opaque.bytes)
        case .gone:
            self.init(kind: .gone)
        }
    }
}

extension NoteletAPI.Tally {
    /// What happened on a day, or on all.
    init(_ tally: NoteRules.Tally) {
        self.init(
            accounts: tally.accounts,
            notesByLink: tally.notesByLink,
            notesByContact: tally.notesByContact,
            answers: tally.answers,
            blocks: tally.blocks,
            reports: tally.reports,
            filteredNotes: tally.filteredNotes
        )
    }
}
