package import AccountRules
package import Domain
package import Metrics
package import Records

/// What a feature does in one server; of what it has not, it says nothing.
///
/// A server that does not offer a feature refuses its methods. All else goes on as ever: what is
/// stored of it is kept, exported and erased.
package struct FeatureParts: Sendable {
    /// What serves its methods.
    package var methods: @Sendable (Endpoint) -> [ServedMethod]
    /// What serves those that operators call.
    package var administration: @Sendable (AdministrationEndpoint) -> [ServedMethod]
    /// The feed of each person, which one feature writes for all.
    package var ownFeed: (any OwnFeedSource)?
    /// The feeds of what people share.
    package var sharedFeeds: [SharedFeedSource] = []
    /// What people are given of their data.
    package var exportParts: [ExportPart] = []
    /// What goes back when an operator bars an account.
    package var bar: BarringStep?
    /// Work that nobody asks for.
    package var jobs: [HousekeepingJob] = []
    /// What is measured.
    package var metrics: [FeatureMetric] = []
    /// Hears what each commit changed, as `Store.observe` says; before anybody who watches.
    package var observe: (@Sendable (CommitNews) -> Void)?
    /// Called each 20 seconds.
    package var beat: (@Sendable () -> Void)?
    /// Keeps what the end of the process would lose.
    package var end: (@Sendable () async -> Void)?

    /// Names the methods of a feature.
    package init(
        methods: @escaping @Sendable (Endpoint) -> [ServedMethod],
        administration:
            @escaping @Sendable (AdministrationEndpoint) -> [ServedMethod] = { _ in [] }
    ) {
        self.methods = methods
        self.administration = administration
    }
}

/// Takes from an account what it has in hand, in the change by which an operator bans it or puts it
/// to rest.
///
/// Others see that, so a ban of whoever sent a note does without it: it would tell who that is.
package typealias BarringStep =
    @Sendable (UserNumber, Operator, StoreTransaction, Context) throws(DomainError) -> Void

/// A measurement of a feature.
package struct FeatureMetric: Sendable {
    /// What is measured.
    package let family: MetricFamily
    /// Measures.
    package let samples: @Sendable () -> [MetricSample]

    /// Joins what is measured to how.
    package init(_ family: MetricFamily, samples: @escaping @Sendable () -> [MetricSample]) {
        self.family = family
        self.samples = samples
    }
}
