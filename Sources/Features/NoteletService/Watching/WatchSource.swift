internal import Records
internal import Domain
internal import AccountRules

/// The change feed of one user from a place on, page by page, then as it grows.
///
/// It ends with its session: one that ended before the watch joined the hub is found here.
struct WatchSource: PullSource {
    let dependencies: ServiceDependencies
    let pages: ChangePages
    let identity: Identity
    var place: Sequence
    /// The first page is sent even when it is empty: it tells the client where it stands.
    private var hasSentFirst = false

    /// Changes of one page: enough to copy fast, few enough to leave the thread to others.
    private static let changesPerPageMax = 200

    /// Starts after a place.
    init(dependencies: ServiceDependencies, identity: Identity, place: Sequence) {
        self.dependencies = dependencies
        self.identity = identity
        self.place = place
        pages = ChangePages(
            cursors: dependencies.cursors,
            linkBaseURL: dependencies.linkBaseURL
        )
    }

    mutating func pull() throws(DomainError) -> Pull {
        let now = dependencies.clock.now()
        let (identity, place, pages) = (identity, place, pages)
        let page = try dependencies.store.read { store throws(DomainError) in
            guard try store.hasSession(identity.session) else {
                throw .refused(.notAuthenticated)
            }
            return try pages.page(
                of: identity.user,
                after: place,
                limit: WatchSource.changesPerPageMax,
                in: store,
                at: now
            )
        }
        // A page may have no changes and go on: what it passed over was taken back since.
        guard page.place > place || !hasSentFirst else { return .wait }
        hasSentFirst = true
        self.place = page.place
        return .message(page.bytes)
    }

    func heartbeat() -> [UInt8]? {
        hasSentFirst ? pages.heartbeat(at: place, of: identity.user) : nil
    }
}
