internal import AccountRules
internal import Domain
package import NoteletAPI
internal import Records

/// The features of one server at work: their methods, and what goes on behind those.
package final class Service: Sendable {
    /// What all of them work with.
    package let dependencies: ServiceDependencies
    /// What serves each method: what routers are filled with.
    package let methods: [MethodSummary: ServedMethod]
    /// What the features do, in their order.
    let parts: [FeatureParts]

    /// Begins to serve the features, and lets the store tell them of each commit.
    package init(_ dependencies: ServiceDependencies) {
        self.dependencies = dependencies
        let parts = dependencies.features.map { $0.begin(dependencies) }
        self.parts = parts
        let endpoint = Endpoint(
            dependencies: dependencies,
            feeds: FeedSources(
                parts,
                of: dependencies.features,
                offered: dependencies.offered
            ),
            exportParts: parts.flatMap(\.exportParts).sorted { $0.field < $1.field }
        )
        let served =
            HealthMethods(endpoint: endpoint).served + SyncMethods(endpoint: endpoint).served
            + parts.flatMap { $0.methods(endpoint) }
        methods = Dictionary(uniqueKeysWithValues: served.map { ($0.method, $0) })
        let (revocations, bell, hub) =
            (dependencies.revocations, dependencies.clearingBell, dependencies.hub)
        let observers = parts.compactMap(\.observe)
        dependencies.store.observe { news in
            for session in news.endedSessions { revocations.add(session.user) }
            for session in news.renewedSessions { revocations.add(session.user) }
            for observe in observers { observe(news) }
            hub.publish(news)
            if news.hasErasure { bell.ring() }
        }
    }

    /// What serves each method of operators, for those who may call.
    package func administration(for access: AdministrationAccess) -> [ServedMethod] {
        let endpoint = AdministrationEndpoint(
            dependencies: dependencies,
            access: access,
            barringSteps: parts.compactMap(\.bar)
        )
        return parts.flatMap { $0.administration(endpoint) }
    }

    /// What is measured of the features.
    package var metrics: [FeatureMetric] { parts.flatMap(\.metrics) }
}
