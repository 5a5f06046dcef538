internal import DirectoryRules
internal import DirectoryStorage
internal import Domain
internal import NoteletAPI
internal import Records
package import Serving

extension Feature {
    /// Members of collections and what they post, which operators switch on.
    package static let directory = Feature(
        "directory",
        isOfferedByDefault: false,
        limits: [.memberChanges, .memberLists, .memberTurnover, .memberPosts]
    ) { dependencies in
        let counts = CountedEvents<DirectoryEvent>(
            "notelet_directory_changes_total",
            "What people did with members, lists of them, and posts.",
            by: "change"
        )
        var parts = FeatureParts { endpoint in
            DirectoryMethods(endpoint: endpoint, counts: counts).served
        } administration: { endpoint in
            DirectoryAdministrationMethods(endpoint: endpoint).served
        }
        parts.sharedFeeds = [
            SharedFeedSource("directory", of: .members) { entry, feed, store throws(DomainError) in
                try store.directoryChange(entry, of: feed).map { SharedChange($0) }
            }
        ]
        parts.exportParts = exportParts
        parts.jobs = [
            dependencies.clearing("member-clearing") { store throws(DomainError) in
                try store.hasRemainsOfMembers()
            } piece: { store, recordCountMax throws(DomainError) in
                try store.clearRemainsOfMembers(recordCountMax: recordCountMax)
            },
            dependencies.clearing("member-collection-clearing", Schema.contentsOfDirectory),
            dependencies.cuttingFeeds(of: .members, telling: DirectoryEntry.self),
        ]
        parts.metrics = [counts.metric]
        return parts
    }

    /// What people keep, and what they posted as it.
    private static var exportParts: [ExportPart] {
        [
            .records(of: NoteletAPI.Member.self, field: 9) {
                page,
                store,
                write throws(DomainError) in
                try store.visitMembers(of: page.user, before: page.place, limit: page.limit) {
                    write(NoteletAPI.Member($0))
                }
            },
            .records(of: NoteletAPI.Post.self, field: 10) {
                page,
                store,
                write throws(DomainError) in
                try store.visitPosts(
                    of: .keeper(page.user),
                    before: page.place,
                    limit: page.limit
                ) { write(NoteletAPI.Post($0)) }
            },
        ]
    }
}

extension RateLimit {
    /// A long day by hand; each leaves an entry in the feed.
    static let memberChanges = RateLimit(
        "Members that one account adds or changes one by one",
        of: .account,
        1_000,
        per: .day,
        option: "member-changes"
    )
    /// Enough for whoever keeps a list up to date all day.
    static let memberLists = RateLimit(
        "Lists of members that one account puts or replaces",
        of: .account,
        100,
        per: .day,
        option: "member-lists"
    )
    /// As many as a keeper can have: each leaves an entry in the feed, which all who follow it
    /// read.
    static let memberTurnover = RateLimit(
        "Members that lists of one account add and delete",
        of: .account,
        10_000,
        per: .day,
        option: "member-turnover"
    )
    /// As notes that show their sender.
    static let memberPosts = RateLimit(
        "Posts of all members that one account keeps",
        of: .account,
        1_000,
        per: .day,
        option: "member-posts"
    )
}

/// What is counted of members and posts.
enum DirectoryEvent: CaseIterable {
    case membersCreated, membersUpdated, membersDeleted
    case listsPut, listsReplaced
    case postsCreated, postsDeleted
}
