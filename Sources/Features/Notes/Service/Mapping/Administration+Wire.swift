internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import NoteRules
internal import AccountRules

extension ManagedUser {
    /// An account as an operator sees it.
    init(_ user: AccountRules.User) {
        self.init(
            id: user.id.opaque.bytes,
            username: user.username.text,
            email: user.email.text,
            status: NoteletAPI.AccountStatus(user.status),
            plan: NoteletAPI.Plan(user.plan),
            senderPolicy: NoteletAPI.SenderPolicy(user.senderPolicy),
            hasLink: user.linkToken != nil,
            createdAt: Timestamp(user.createdAt)
        )
    }

    /// An account or a guest as an operator sees it.
    init(_ person: ManagedPerson) {
        switch person {
        case .account(let user): self.init(user)
        case .guest(let guest):
            self.init(
                id: guest.id.opaque.bytes,
                status: guest.isBanned ? .banned : .active,
                isGuest: true
            )
        }
    }
}

extension UserHoldings {
    /// How much an account has.
    init(_ holdings: AccountHoldings) {
        self.init(
            sessions: UInt32(clamping: holdings.sessions),
            contacts: UInt32(clamping: holdings.contacts),
            receivedNotes: UInt32(clamping: holdings.receivedNotes),
            blocks: UInt32(clamping: holdings.blocks)
        )
    }
}

extension AccountReference {
    /// Reads whom an operator names.
    ///
    /// - Throws: `invalidValue` of `reference` or `id`.
    init(_ reference: GetUserRequest.Reference?) throws(DomainError) {
        switch reference {
        case .id(let id): self = .id(try UserID(id, field: "id"))
        case .username(let text): self = .username(text)
        case .email(let text): self = .email(text)
        case nil:
            throw .refused(
                .invalidValue(field: "reference", expected: "an id, a username or an e-mail")
            )
        }
    }
}

extension NoteRules.NoteReference {
    /// Reads which note an operator names.
    ///
    /// - Throws: `invalidValue` of `note` or `message_id`.
    init(_ reference: NoteletAPI.NoteReference) throws(DomainError) {
        switch reference.note {
        case .reportNumber(let number): self = .report(number)
        case .messageID(let id): self = .received(MessageID(try OpaqueID(id, field: "message_id")))
        case nil:
            throw .refused(
                .invalidValue(field: "note", expected: "a report's number or a note's id")
            )
        }
    }
}

extension UserID {
    /// Reads an id out of a request.
    ///
    /// - Throws: `invalidValue` of the named field unless it is 16 bytes.
    init(_ bytes: [UInt8], field: String) throws(DomainError) {
        self.init(try OpaqueID(bytes, field: field))
    }
}

extension AccountRules.AccountStatus {
    /// Reads which accounts are asked for; nil for all.
    ///
    /// - Throws: `invalidValue` of `status` for values this version does not know.
    init?(filter status: NoteletAPI.AccountStatus) throws(DomainError) {
        switch status {
        case .unspecified: return nil
        case .active: self = .active
        case .inactive: self = .inactive
        case .banned: self = .banned
        default:
            throw .refused(.invalidValue(field: "status", expected: "an ACCOUNT_STATUS"))
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

extension Instant {
    /// The moment that a request names, to the millisecond.
    init(_ timestamp: Timestamp) {
        let (product, overflow) = timestamp.seconds.multipliedReportingOverflow(by: 1_000)
        let milliseconds = overflow ? (timestamp.seconds < 0 ? .min : .max) : product
        let (sum, isBeyond) = milliseconds.addingReportingOverflow(
            Int64(timestamp.nanos / 1_000_000)
        )
        self.init(milliseconds: isBeyond ? .max : sum)
    }
}
