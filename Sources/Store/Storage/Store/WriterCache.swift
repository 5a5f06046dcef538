internal import Domain
internal import StorageEngine
internal import AccountRules
internal import Records

/// What the writing thread has found in the store lately and need not look up again: the few facts
/// on which each note depends.
///
/// Only the writing thread changes the store, and it tells the cache of each record that it puts or
/// deletes, so that what is here is what is stored. It belongs to that thread.
///
/// Unchecked: it is used within transactions alone, which run on one thread, one after the other.
final class WriterCache: TransactionCache, @unchecked Sendable {
    private let correspondents = SlotCache<UserNumber, Correspondent>(slotCount: slotCount)
    private let sessions = SlotCache<UserNumber, UInt64>(slotCount: slotCount)
    private let receiversWithBlocks = SlotCache<UserNumber, Bool>(slotCount: slotCount)
    private let stoppedNotes = SlotCache<Correspondence, StoppedNotes>(slotCount: pairSlotCount)
    private var hasStoppedNotes = false
    private let ownersWithoutWords = SlotCache<UserNumber, Void>(slotCount: slotCount)
    private let wordFilters = SlotCache<UserNumber, WordFilter>(slotCount: wordSlotCount)
    /// The words of the operator, for whom each note is looked at; nil until they were looked up.
    private var operatorWords: WordFilter?
    private let links = SlotCache<LinkToken, UserNumber>(slotCount: slotCount)
    private var hasLinks = false
    /// Whether the transaction has changed nothing that is remembered here.
    ///
    /// What one reads that has may be undone with it.
    private var isReadingCommitted = true

    /// Slots of each kind, in 10 MB: with more users than that the cache misses more often.
    static let slotCount = 65_536

    /// Slots of pairs of whom the receiver has blocked somebody, in 130 KB: all are cleared with
    /// each block.
    static let pairSlotCount = 4_096

    /// Slots of lists of words: a list of 50 short words takes some KB, the longest 210 KB.
    static let wordSlotCount = 256

    /// Begins a transaction.
    func beginTransaction() {
        isReadingCommitted = true
    }

    /// Forgets what depends on a record that is put or deleted.
    func noteChange(of key: Key, in table: TableID) {
        switch table {
        case .users: correspondents[user(in: key)] = nil
        case .sessions: sessions[user(in: key)] = nil
        case .blocks: forgetBlocks(of: user(in: key))
        case .unwantedWords: forgetWords(of: user(in: key))
        case .links: forgetLinks()
        default: return
        }
        isReadingCommitted = false
    }

    /// Keys of links are digests, of which nobody can tell the token.
    private func forgetLinks() {
        if hasLinks { links.removeAll() }
        hasLinks = false
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

    /// The user with whose number a key begins.
    private func user(in key: Key) -> UserNumber {
        key.withBytes { bytes in
            precondition(bytes.byteCount >= 8, "These keys begin with a user's number.")
            return UserNumber(UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self)))
        }
    }
}

// What transactions ask and tell. What they look up themselves they tell, if it was there.
extension WriterCache {
    /// Whether a session is known to exist.
    func knows(_ session: SessionKey) -> Bool { sessions[session.user] == session.number }

    /// Remembers that a session exists.
    func remember(_ session: SessionKey) {
        if isReadingCommitted { sessions[session.user] = session.number }
    }

    /// Whom a link is known to belong to.
    func owner(of link: LinkToken) -> UserNumber? { links[link] }

    /// Remembers whom a link belongs to.
    func remember(owner: UserNumber, of link: LinkToken) {
        guard isReadingCommitted else { return }
        links[link] = owner
        hasLinks = true
    }

    /// What is known of an account.
    func correspondent(_ number: UserNumber) -> Correspondent? { correspondents[number] }

    /// Remembers what an account is.
    func remember(_ correspondent: Correspondent) {
        if isReadingCommitted { correspondents[correspondent.number] = correspondent }
    }

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

// Numbers are given out in turn, so their last bits spread users evenly.
extension UserNumber: SlotKey {
    var slotNumber: UInt64 { rawValue }
}

// Tokens are random.
extension LinkToken: SlotKey {
    var slotNumber: UInt64 { value.low }
}

extension StoreView {
    /// What the writing thread remembers; nil for who reads on another thread.
    ///
    /// There is no other cache than this one.
    @inline(__always)
    var known: WriterCache? { cache.map { unsafeDowncast($0, to: WriterCache.self) } }
}
