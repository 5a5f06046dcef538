internal import NoteletAPI
package import Serving

extension Feature {
    /// Accounts, guests, sessions and profiles: the base of all others.
    package static let accounts = Feature(
        "accounts",
        isOfferedByDefault: true,
        limits: RateLimit.ofAccounts
    ) {
        dependencies in
        let sweep = SessionSweep(dependencies)
        var parts = FeatureParts { endpoint in
            AccountMethods(endpoint: endpoint).served + ProfileMethods(endpoint: endpoint).served
        } administration: { endpoint in
            AccountAdministrationMethods(endpoint: endpoint).served
        }
        parts.exportParts = ExportPart.ofAccounts(linkBaseURL: dependencies.linkBaseURL)
        parts.jobs = [HousekeepingJob(SessionSweep.name) { await sweep.step() }]
        return parts
    }
}
