internal import AccountStorage
internal import Domain
internal import NoteRules
internal import Records
package import StorageEngine

/// What the writing thread knows of who wants no notes from whom: the few facts on which each note
/// depends.
///
/// It belongs to the writing thread.
///
/// Unchecked: it is used within transactions alone, which run on one thread, one after the other.
package final class NoteCache: TransactionCache, @unchecked Sendable {
    @exclusivity(unchecked)
    private var receiversWithBlocks = SlotCache<UserNumber, Bool>(slotCountMax: slotCountMax)
    @exclusivity(unchecked)
    private var stoppedNotes = SlotCache<Correspondence, StoppedNotes>(
        slotCountMax: pairSlotCountMax
    )
    private var hasStoppedNotes = false
    @exclusivity(unchecked)
    private var ownersWithoutWords = SlotCache<UserNumber, Void>(slotCountMax: slotCountMax)
    @exclusivity(unchecked)
    private var wordFilters = SlotCache<UserNumber, WordFilter>(slotCountMax: wordSlotCountMax)
    /// The words of the operator, for whom each note is looked at; nil until they were looked up.
    private var operatorWords: WordFilter?
    /// Whether the transaction has changed nothing that is remembered here.
    ///
    /// What one reads that has may be undone with it.
    private var isReadingCommitted = true

    /// Slots of each kind of receivers at most.
    private static let slotCountMax = AccountCache.slotCountMax

    /// Slots of pairs of whom the receiver has blocked somebody, in 130 KB: all are cleared with
    /// each block.
    static let pairSlotCountMax = 4_096

    /// Slots of lists of words: a list of 50 short words takes some KB, the longest 210 KB.
    static let wordSlotCountMax = 256

    /// Knows nothing yet.
    package init() {}

    /// Begins a transaction.
    package func beginTransaction() {
        isReadingCommitted = true
    }

    /// Forgets what depends on a record that is put or deleted.
    package func noteChange(of key: Key, in table: TableID) {
        switch table {
        case .blocks: forgetBlocks(of: key.leadingUser)
        case .unwantedWords: forgetWords(of: key.leadingUser)
        default: return
        }
        isReadingCommitted = false
    }

    /// A block's key has a pseudonym, of which nobody can tell the sender.
    private func forgetBlocks(of receiver: UserNumber) {
        receiversWithBlocks[receiver] = nil
        if hasStoppedNotes { stoppedNotes.removeAll() }
        hasStoppedNotes = false
    }

    private func forgetWords(of owner: UserNumber) {
        if owner == .nobody { operatorWords = nil }
        ownersWithoutWords[owner] = nil
        wordFilters[owner] = nil
    }
}

// What transactions ask and tell. What they look up themselves they tell, if it was there.
extension NoteCache {
    /// The words that somebody, or the operator as nobody, does not want, as far as they are known.
    func words(of owner: UserNumber) -> WordFilter? {
        if owner == .nobody { return operatorWords }
        return ownersWithoutWords[owner] == nil ? wordFilters[owner] : .empty
    }

    /// Remembers which words somebody does not want.
    func remember(_ words: WordFilter, of owner: UserNumber) {
        guard isReadingCommitted else { return }
        if owner == .nobody {
            operatorWords = words
        } else if words.isEmpty {
            ownersWithoutWords[owner] = ()
        } else {
            wordFilters[owner] = words
        }
    }

    /// Whether a user has blocked somebody, as far as it is known: either is found as quickly.
    func hasBlocks(_ receiver: UserNumber) -> Bool? { receiversWithBlocks[receiver] }

    /// Remembers whether a user has blocked somebody.
    func remember(hasBlocks: Bool, _ receiver: UserNumber) {
        if isReadingCommitted { receiversWithBlocks[receiver] = hasBlocks }
    }

    /// Which notes of a sender a receiver is known to have blocked, be it none: looked up as
    /// quickly for who is blocked as for who is not.
    func stoppedNotes(of pair: Correspondence) -> StoppedNotes? { stoppedNotes[pair] }

    /// Remembers which notes of a sender a receiver has blocked.
    func remember(_ stopped: StoppedNotes, of pair: Correspondence) {
        guard isReadingCommitted else { return }
        stoppedNotes[pair] = stopped
        hasStoppedNotes = true
    }
}

extension TransactionCaches.Place<NoteCache> {
    /// That of notes.
    static let notes = Self(1)
}

extension StoreView {
    /// What the writing thread knows of who wants no notes; nil for who reads on another thread.
    @inline(__always)
    var known: NoteCache? { caches.map { $0[.notes] } }
}
