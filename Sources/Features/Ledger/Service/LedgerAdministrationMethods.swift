internal import AccountRules
internal import AccountStorage
internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves what operators ask of the ledger, and have moved in it.
struct LedgerAdministrationMethods: LedgerAdministrationService {
    let endpoint: AdministrationEndpoint
    let counts: LedgerCounts
    let proofs: ProofTurn

    func postTransfers(_ method: LedgerAdministrationAPI.PostTransfers) -> ServedMethod {
        endpoint.submit(method) { request, person, reply throws(DomainError) in
            let batches = try endpoint.dependencies.store.read { store throws(DomainError) in
                try PostingBatch.batches(of: request.postings, in: store)
            }
            post(batches, behind: [], by: person, reply)
        }
    }

    /// Makes batches, one when the one before it is durable.
    private func post(
        _ batches: [PostingBatch],
        behind results: [PostingResult],
        by person: Operator,
        _ reply: @escaping @Sendable (Result<PostTransfersResponse, DomainError>) -> Void
    ) {
        guard let batch = batches.first else {
            return reply(.success(PostTransfersResponse(results: results)))
        }
        let dependencies = endpoint.dependencies
        dependencies.store.write(.ordinary) { store throws(DomainError) in
            try batch.post(in: store, by: person, dependencies.context)
        } completion: { outcome in
            switch outcome {
            case .success(let posted):
                counts.count(posted)
                let results = results + posted.outcomes.map { PostingResult($0) }
                let rest = batch.dropFirst(posted.outcomes.count).map { [$0] } ?? []
                post(rest + batches.dropFirst(), behind: results, by: person, reply)
            case .failure(let error): reply(.failure(error))
            }
        }
    }

    func resolveTransfer(_ method: LedgerAdministrationAPI.ResolveTransfer) -> ServedMethod {
        endpoint.answer(method) { request, person async throws(DomainError) in
            let resolution = try LedgerRules.Resolution(request.resolution)
            let shown = try await make(by: person) { store, context throws(DomainError) in
                let made = try store.resolve(request.transfer, resolution, context)
                let verb = made.kind == .post ? "post" : "void"
                return (made, "ledger \(verb) \(request.transfer) \(made.amount)")
            }
            return ResolveTransferResponse(transfer: shown)
        }
    }

    func correctTransfer(_ method: LedgerAdministrationAPI.CorrectTransfer) -> ServedMethod {
        endpoint.answer(method) { request, person async throws(DomainError) in
            let reason = try RemovalReason(request.reason)
            let lapsing = try ReturnedEnd(request)
            let shown = try await make(by: person) { store, context throws(DomainError) in
                let made = try store.correct(
                    request.transfer,
                    by: request.amount,
                    lapsing: lapsing,
                    context
                )
                return (made, "ledger correct \(request.transfer) \(made.amount)\(reason.option)")
            }
            return CorrectTransferResponse(transfer: shown)
        }
    }

    /// Makes a transfer, records that unless it was made before, and counts it with all that ended
    /// on its way.
    private func make(
        by person: Operator,
        _ body:
            @escaping @Sendable (StoreTransaction, Context) throws(DomainError)
            -> (made: LedgerRules.Transfer, deed: String)
    ) async throws(DomainError) -> LedgerTransfer {
        let (shown, kinds) = try await endpoint.change(for: .vital) {
            store,
            context throws(DomainError) in
            let before = try store.lastTransfer()?.number ?? 0
            let (made, deed) = try body(store, context)
            if made.number > before { try store.record(person, deed, context) }
            let kinds = try store.kinds(ofTransfersBehind: before)
            return (LedgerTransfer(made, store), kinds)
        }
        counts.count(kinds)
        return shown
    }

    func getBalance(_ method: LedgerAdministrationAPI.GetBalance) -> ServedMethod {
        endpoint.read(method) { request, store, context throws(DomainError) in
            let account = try store.account(request.account)
            if let moment = request.at {
                let total = try store.balance(of: account, at: Instant(moment))
                return GetBalanceResponse(total: total)
            }
            let balance = try store.balance(of: account, context)
            return GetBalanceResponse(total: balance.total, pending: balance.pending)
        }
    }

    func listTransfers(_ method: LedgerAdministrationAPI.ListTransfers) -> ServedMethod {
        let (cursors, listed) = (endpoint.dependencies.cursors, ListedMethod(method))
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let account = try store.account(request.account)
            let list = CursorList.ofMethod(listed, of: account.number)
            let next = try store.visitStatement(
                of: account,
                before: try cursors.place(of: request.cursor, in: list, of: account.holder),
                limit: page.countMax
            ) { page.add(StatementLine($0, store)) }
            return cursors.cursor(to: next, in: list, of: account.holder)
        }
    }

    func verifyLedger(_ method: LedgerAdministrationAPI.VerifyLedger) -> ServedMethod {
        endpoint.answer(method) { _, _ async throws(DomainError) in
            try await proofs.run { () async throws(DomainError) in
                try await LedgerProving(endpoint.dependencies.store).response()
            }
        }
    }

    func listLots(_ method: LedgerAdministrationAPI.ListLots) -> ServedMethod {
        endpoint.read(method) { request, store, context throws(DomainError) in
            let account = try store.account(request.account)
            let lots = try store.lapsingLots(of: account, context)
            return ListLotsResponse(
                lots: lots.map { LedgerLot(expiresAt: Timestamp($0.end), amount: $0.amount) }
            )
        }
    }
}

extension LedgerRules.LedgerAccount {
    /// Which of its holder's it is, as cursors know it.
    fileprivate var number: UInt64 { UInt64(unit.rawValue) << 8 | UInt64(role.rawValue) }
}
