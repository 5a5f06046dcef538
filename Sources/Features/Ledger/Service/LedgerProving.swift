internal import Domain
internal import Foundation
internal import LedgerRules
internal import LedgerStorage
internal import Locking
internal import NoteletAPI
internal import Records

/// Proves the ledger for an operator, on a thread of its own: where there are millions of transfers
/// it takes seconds without a pause, which all that is a task would have to wait for.
final class LedgerProving: Sendable {
    private let store: any Store
    /// Whether nobody waits for it any more.
    private let isOver = Mutex(false)

    /// As many findings as somebody reads; they fit a frame.
    private static let findingsMax = 100

    init(_ store: any Store) {
        self.store = store
    }

    /// What comes of it; it ends early where the caller has gone.
    func response() async throws(DomainError) -> VerifyLedgerResponse {
        let outcome: Result<VerifyLedgerResponse, DomainError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: self.outcome) }
            }
        } onCancel: {
            isOver.withLock { $0 = true }
        }
        return try outcome.get()
    }

    private var outcome: Result<VerifyLedgerResponse, DomainError> {
        do throws(DomainError) {
            return .success(
                try store.read { view throws(DomainError) in
                    try prove(view)
                }
            )
        } catch {
            return .failure(error)
        }
    }

    private func prove(_ view: StoreView) throws(DomainError) -> VerifyLedgerResponse {
        var (findings, count) = ([NoteletAPI.LedgerFinding](), 0 as UInt64)
        let proof = try view.proveLedger { finding in
            count += 1
            guard findings.count < Self.findingsMax else { return }
            findings.append(.init(subject: finding.subject, problem: finding.problem))
        } isWanted: {
            !isOver.withLock { $0 }
        }
        return VerifyLedgerResponse(
            transferCount: UInt64(proof.transferCount),
            accountCount: UInt64(proof.accountCount),
            pendingCount: UInt64(proof.openCount),
            findingCount: count,
            findings: findings
        )
    }
}

/// Whose turn it is to have the ledger proved: one at a time, for each needs a thread and memory
/// for every account.
final class ProofTurn: Sendable {
    private let isTaken = Mutex(false)

    /// Runs work whose turn it is.
    ///
    /// - Throws: `storeUnavailable` while other work runs, or what the work throws.
    func run<Value: Sendable>(
        _ body: () async throws(DomainError) -> Value
    ) async throws(DomainError) -> Value {
        let isFree = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        guard isFree else { throw .storeUnavailable("the ledger is being proved already") }
        defer { isTaken.withLock { $0 = false } }
        return try await body()
    }
}
