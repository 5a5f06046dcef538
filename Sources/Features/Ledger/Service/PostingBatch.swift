internal import AccountRules
internal import AccountStorage
internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import NoteletAPI
internal import Records

/// Postings that are made in one change of the store, each on its own.
struct PostingBatch: Sendable {
    /// What is asked for, as far as it can be understood; the rest is refused.
    private let postings: [Result<Posting, DomainError>]

    /// Moves of one request: what its frame has room for.
    static let movesPerRequestMax = 1_000
    /// Moves of one change of the store: more make it slower, for its records are kept in order.
    static let movesPerChangeMax = 128
    /// Transfers of one change, those of what expires on the way among them, behind which no
    /// further posting is begun in it.
    static let transfersPerChangeMax = 1_000

    /// Puts the postings of a request into batches.
    ///
    /// - Throws: `invalidValue` of `postings`.
    static func batches(
        of postings: [LedgerPosting],
        in store: StoreView
    ) throws(DomainError) -> [PostingBatch] {
        let count = postings.reduce(0) { $0 + $1.moves.count }
        guard !postings.isEmpty, count <= movesPerRequestMax else {
            throw .invalid("postings", "1 to \(movesPerRequestMax) moves in all")
        }
        var batches: [[Result<Posting, DomainError>]] = []
        var room = 0
        for posting in postings {
            let moveCount = max(1, posting.moves.count)
            if moveCount > room {
                batches.append([])
                room = movesPerChangeMax
            }
            batches[batches.count - 1].append(understand(posting, in: store))
            room -= moveCount
        }
        return batches.map(PostingBatch.init)
    }

    /// Hashes and ids take their time, and the writing thread is one for all: it is done before.
    private static func understand(
        _ posting: LedgerPosting,
        in store: StoreView
    ) -> Result<Posting, DomainError> {
        do throws(DomainError) {
            return .success(try store.posting(posting))
        } catch {
            return .failure(error)
        }
    }

    private init(_ postings: [Result<Posting, DomainError>]) {
        self.postings = postings
    }

    /// What is left of it behind so many postings; nil for nothing.
    func dropFirst(_ count: Int) -> PostingBatch? {
        count < postings.count ? PostingBatch(Array(postings[count...])) : nil
    }

    /// Makes the postings, and records that.
    ///
    /// - Returns: What came of them; of the first ones alone where much expired on their way.
    func post(
        in store: StoreTransaction,
        by person: Operator,
        _ context: Context,
        transferCountMax: Int = transfersPerChangeMax
    ) throws(DomainError) -> PostedBatch {
        var outcomes: [PostingOutcome] = []
        var kinds: [LedgerRules.TransferKind] = []
        let before = try store.lastTransfer()?.number ?? 0
        var last = before
        for posting in postings where last - before < UInt64(transferCountMax) {
            do throws(DomainError) {
                let transfers = try store.post(try posting.get(), context)
                outcomes.append(.made(transfers))
                // One that was made before is not made again.
                guard let end = transfers.last?.number, end > last else { continue }
                last = end
                kinds += transfers.map(\.kind)
            } catch .refused(let refusal) {
                outcomes.append(.refused(.refused(refusal)))
            } catch .dataLoss(let kind) {
                // Of one that throws nothing was written: the others go on.
                outcomes.append(.refused(.dataLoss(kind)))
            }
        }
        if last > before {
            try store.record(person, "ledger transfer \(before + 1) to \(last)", context)
        }
        // What ended on the way was made with them.
        if UInt64(kinds.count) < last - before {
            kinds = try store.kinds(ofTransfersBehind: before)
        }
        return PostedBatch(outcomes: outcomes, kinds: kinds)
    }
}

/// What came of the postings of a batch.
struct PostedBatch: Sendable {
    /// What came of each, in their order.
    let outcomes: [PostingOutcome]
    /// What the transfers were for that were made just now, those of what ended on the way among
    /// them.
    let kinds: [LedgerRules.TransferKind]
}

/// What came of a posting.
enum PostingOutcome: Sendable {
    /// Its transfers, made now or before.
    case made([Transfer])
    /// Why nothing was moved: a rule, or a record that is damaged.
    case refused(DomainError)
}
