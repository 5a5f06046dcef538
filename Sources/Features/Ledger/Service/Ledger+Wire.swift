internal import AccountRules
internal import AccountStorage
internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import NoteletAPI
internal import Records
internal import Serving

extension StoreView {
    /// The account that a request names.
    ///
    /// - Throws: `invalidValue` of the unit, the role or the id; `ledgerAccountUnknown` for what
    ///   can be no account.
    func account(
        _ named: NoteletAPI.LedgerAccount?,
        field: String = "account"
    ) throws(DomainError) -> LedgerRules.LedgerAccount {
        let named = named ?? NoteletAPI.LedgerAccount()
        let unit = UInt8(exactly: named.unit.rawValue).flatMap(LedgerRules.LedgerUnit.init)
        let role = UInt8(exactly: named.role.rawValue).flatMap(AccountRole.init)
        let account: LedgerRules.LedgerAccount
        guard let unit else {
            throw .invalid("\(field).unit", "one of those of LedgerUnit")
        }
        guard let role else {
            throw .invalid("\(field).role", "one of those of LedgerRole")
        }
        if named.userID.isEmpty {
            account = .app(role, unit)
        } else {
            let id = try UserID(named.userID, field: "\(field).user_id")
            let holder = try userNumber(of: id).unwrapped(or: .ledgerAccountUnknown)
            account = LedgerRules.LedgerAccount(holder: holder, unit: unit, role: role)
        }
        guard account.isSound else { throw .refused(.ledgerAccountUnknown) }
        return account
    }

    /// The posting that a request asks for.
    ///
    /// - Throws: `invalidValue` of what it is called, and as its moves.
    func posting(_ asked: LedgerPosting) throws(DomainError) -> Posting {
        let lengths = DomainLimits.referenceByteCounts
        guard lengths.contains(asked.reference.count) else {
            throw .invalid("reference", "\(lengths.words) bytes")
        }
        var moves: [Move] = []
        for move in asked.moves { moves.append(try self.move(move)) }
        return try Posting(moves, reference: reference(asked.reference, of: .operators))
    }

    private func move(_ asked: LedgerMove) throws(DomainError) -> Move {
        let kind = UInt8(exactly: asked.kind.rawValue).flatMap(LedgerRules.TransferKind.init)
        return try Move(
            kind ?? .pending,
            asked.amount,
            from: account(asked.source, field: "source"),
            to: account(asked.destination, field: "destination"),
            lapsing: asked.expiresAt.map { Instant($0) },
            pendingUntil: asked.pendingUntil.map { Instant($0) },
            subject: asked.subject
        )
    }
}

extension LedgerRules.Resolution {
    /// What a request says that becomes of a pending transfer.
    ///
    /// - Throws: `invalidValue` of `resolution` where it says nothing.
    init(_ asked: ResolveTransferRequest.Resolution?) throws(DomainError) {
        switch asked {
        case .post(let amount): self = .post(amount)
        case .postAll(true): self = .post(nil)
        case .void(true): self = .void
        case .postAll(false), .void(false), nil:
            throw .invalid("resolution", "an amount to post, post_all, or void")
        }
    }
}

extension ReturnedEnd {
    /// When a request says that what is given back lapses.
    ///
    /// - Throws: `invalidValue` of `expires_at` where it says two things.
    init(_ request: CorrectTransferRequest) throws(DomainError) {
        switch (request.expiresAt, request.neverExpires) {
        case (nil, false): self = .asItWas
        case (nil, true): self = .never
        case (let moment?, false): self = .at(Instant(moment))
        case (_?, true): throw .invalid("expires_at", "nothing, where never_expires is true")
        }
    }
}

extension NoteletAPI.LedgerAccount {
    /// An account as operators are shown it.
    init(_ account: LedgerRules.LedgerAccount, _ store: StoreView) {
        let isPersons = account.holder != .nobody
        self.init(
            userID: isPersons ? store.userID(of: account.holder).opaque.bytes : [],
            unit: NoteletAPI.LedgerUnit(account.unit),
            role: LedgerRole(rawValue: Int32(account.role.rawValue))
        )
    }
}

extension NoteletAPI.LedgerUnit {
    init(_ unit: LedgerRules.LedgerUnit) {
        self.init(rawValue: Int32(unit.rawValue))
    }
}

extension NoteletAPI.TransferKind {
    init(_ kind: LedgerRules.TransferKind) {
        self.init(rawValue: Int32(kind.rawValue))
    }
}

extension LedgerTransfer {
    /// A transfer as operators are shown it.
    init(_ transfer: Transfer, _ store: StoreView) {
        self.init(
            number: transfer.number,
            kind: NoteletAPI.TransferKind(transfer.kind),
            source: NoteletAPI.LedgerAccount(transfer.source.account, store),
            destination: NoteletAPI.LedgerAccount(transfer.destination.account, store),
            amount: transfer.amount,
            occurredAt: Timestamp(transfer.moment),
            firstTransfer: transfer.first,
            earlierTransfer: transfer.earlier,
            expiresAt: transfer.lotEnd.map { Timestamp($0) },
            pendingUntil: transfer.deadline.map { Timestamp($0) },
            subject: transfer.subject
        )
    }
}

extension StatementLine {
    /// An entry of a statement as operators are shown it.
    init(_ entry: StatementEntry, _ store: StoreView) {
        self.init(
            sequence: entry.sequence,
            change: entry.change,
            balance: entry.balance,
            transfer: LedgerTransfer(entry.transfer, store)
        )
    }
}

extension LedgerEntry {
    /// An entry of somebody's statement, for whose it is.
    init(_ entry: StatementEntry, of unit: LedgerRules.LedgerUnit) {
        self.init(
            unit: NoteletAPI.LedgerUnit(unit),
            sequence: entry.sequence,
            kind: NoteletAPI.TransferKind(entry.transfer.kind),
            amount: entry.transfer.amount,
            change: entry.change,
            balance: entry.balance,
            occurredAt: Timestamp(entry.transfer.moment),
            expiresAt: entry.transfer.lotEnd.map { Timestamp($0) }
        )
    }
}

extension PostingResult {
    /// What came of a posting.
    init(_ outcome: PostingOutcome) {
        switch outcome {
        case .made(let transfers):
            self.init(
                firstTransfer: transfers.first?.number ?? 0,
                transferCount: UInt32(clamping: transfers.count)
            )
        case .refused(let error):
            self.init(refusal: NoteletAPI.Refusal(error))
        }
    }
}
