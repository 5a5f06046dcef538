internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import NoteletAPI
internal import Records
package import Serving

extension Feature {
    /// The ledger of points and cash, which operators switch on.
    package static let ledger = Feature("ledger", isOfferedByDefault: false) { dependencies in
        let (counts, proofs) = (LedgerCounts(), ProofTurn())
        var parts = FeatureParts { _ in
            []
        } administration: { endpoint in
            LedgerAdministrationMethods(endpoint: endpoint, counts: counts, proofs: proofs).served
        }
        parts.exportParts = [
            .records(of: LedgerEntry.self, field: 11) { page, store, write throws(DomainError) in
                try store.visitStatements(of: page.user, from: page.place, limit: page.limit) {
                    write(LedgerEntry($0, of: $1))
                }
            }
        ]
        parts.jobs = [
            HousekeepingJob("ledger-ends") { await counts.endWhatIsOver(dependencies) }
        ]
        parts.metrics = counts.metrics
        return parts
    }
}

/// What is counted of the ledger.
struct LedgerCounts: Sendable {
    let kinds = CountedEvents<LedgerRules.TransferKind>(
        "notelet_ledger_transfers_total",
        "Transfers that operators had made, and those of what was over, by what they were for.",
        by: "kind"
    )
    let refused = CountedEvents<RefusedPosting>(
        "notelet_ledger_refused_total",
        "Postings of operators that were refused, by why.",
        by: "reason"
    )

    /// Why a posting was refused.
    enum RefusedPosting: CaseIterable { case insufficientBalance, other }

    var metrics: [FeatureMetric] { [kinds.metric, refused.metric] }

    /// Ends part of what is over, and counts that.
    func endWhatIsOver(_ dependencies: ServiceDependencies) async -> Housekeeping.Outcome {
        do throws(DomainError) {
            let isNeeded = try dependencies.store.read { store throws(DomainError) in
                try store.hasWhatIsOver(dependencies.context)
            }
            guard isNeeded else { return .done }
            let (isLeft, pendingCount, lotCount) =
                try await dependencies.store.write(.vital) { store throws(DomainError) in
                    try store.endWhatIsOver(
                        dependencies.context,
                        recordCountMax: DomainLimits.erasureStepRecordsMax
                    )
                }
            kinds.count(.lapse, times: pendingCount)
            kinds.count(.expire, times: lotCount)
            return isLeft ? .moreWaiting : .done
        } catch {
            return .failed(error)
        }
    }

    /// Counts transfers that were made, by what they were for.
    func count(_ made: [LedgerRules.TransferKind]) {
        for kind in made { kinds.count(kind) }
    }

    /// Counts what came of postings.
    func count(_ posted: PostedBatch) {
        count(posted.kinds)
        for case .refused(let error) in posted.outcomes {
            if case .refused(.insufficientBalance) = error {
                refused.count(.insufficientBalance)
            } else {
                refused.count(.other)
            }
        }
    }
}

extension StoreView {
    /// Visits the statements of all accounts of a person, one behind the other, each newest first.
    ///
    /// A place is the unit in its first byte, and behind it the entry to go on before.
    ///
    /// - Returns: The place to go on from; nil at the end.
    fileprivate func visitStatements(
        of holder: UserNumber,
        from place: Sequence?,
        limit: Int,
        _ visit: (StatementEntry, LedgerRules.LedgerUnit) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let units = LedgerRules.LedgerUnit.allCases
        let start = place.flatMap { LedgerRules.LedgerUnit(rawValue: UInt8($0.rawValue >> 56)) }
        guard let unit = start ?? units.first else { return nil }
        let before = place.flatMap { place in
            let entry = place.rawValue & (1 << 56 - 1)
            return entry == 0 ? nil : Sequence(entry)
        }
        let next = try visitStatement(of: .own(holder, unit), before: before, limit: limit) {
            visit($0, unit)
        }
        if let next { return Sequence(UInt64(unit.rawValue) << 56 | next.rawValue) }
        guard let later = units.first(where: { $0.rawValue > unit.rawValue }) else { return nil }
        return Sequence(UInt64(later.rawValue) << 56)
    }
}
