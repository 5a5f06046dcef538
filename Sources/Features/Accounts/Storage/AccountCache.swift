package import AccountRules
package import Domain
public import Records
package import StorageEngine

/// What the writing thread knows of accounts: the few facts on which each note depends.
///
/// It belongs to the writing thread.
///
/// Unchecked: it is used within transactions alone, which run on one thread, one after the other.
package final class AccountCache: TransactionCache, @unchecked Sendable {
    @exclusivity(unchecked)
    private var correspondents = SlotCache<UserNumber, Correspondent>(slotCountMax: slotCountMax)
    @exclusivity(unchecked)
    private var sessions = SlotCache<UserNumber, UInt64>(slotCountMax: slotCountMax)
    @exclusivity(unchecked)
    private var links = SlotCache<LinkToken, UserNumber>(slotCountMax: slotCountMax)
    private var hasLinks = false
    /// Whether the transaction has changed nothing that is remembered here.
    ///
    /// What one reads that has may be undone with it.
    private var isReadingCommitted = true

    /// Slots of each kind at most: for a million people who write and are written to, all kinds
    /// take some 160 MB; with more of them they miss more often.
    package static let slotCountMax = 1 << 20

    /// Knows nothing yet.
    package init() {}

    /// Begins a transaction.
    package func beginTransaction() {
        isReadingCommitted = true
    }

    /// Forgets what depends on a record that is put or deleted.
    package func noteChange(of key: Key, in table: TableID) {
        switch table {
        case .users: correspondents[key.leadingUser] = nil
        case .sessions: sessions[key.leadingUser] = nil
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
}

// What transactions ask and tell. What they look up themselves they tell, if it was there.
extension AccountCache {
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
}

extension TransactionCaches.Place<AccountCache> {
    /// That of accounts.
    static let accounts = Self(0)
}

extension StoreView {
    /// What the writing thread knows of accounts; nil for who reads on another thread.
    @inline(__always)
    var known: AccountCache? { caches.map { $0[.accounts] } }
}

// Numbers are given out in turn, so their last bits spread users evenly.
extension UserNumber: SlotKey {
    package var slotNumber: UInt64 { rawValue }
}

// Tokens are random.
extension LinkToken: SlotKey {
    package var slotNumber: UInt64 { value.low }
}
