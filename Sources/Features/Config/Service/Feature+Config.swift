internal import ConfigRules
internal import ConfigStorage
internal import Domain
internal import NoteletAPI
internal import Records
package import Serving

extension Feature {
    /// Configuration that operators publish for applications, which operators switch on.
    package static let config = Feature(
        "config",
        isOfferedByDefault: false,
        limits: [.configFetches]
    ) { _ in
        var parts = FeatureParts { endpoint in
            ConfigMethods(endpoint: endpoint).served
        } administration: { endpoint in
            ConfigAdministrationMethods(endpoint: endpoint).served
        }
        parts.sharedFeeds = [
            // All who are signed in may follow it; who is not asks again with the known version.
            SharedFeedSource("config") { name, _, _ in
                name == "published" ? .config : nil
            } change: { entry, _, store throws(DomainError) in
                guard let version = try store.publishedConfig(entry) else { return nil }
                let change = ConfigChange(
                    version: version.number,
                    entries: NoteletAPI.ConfigEntry.all(of: try store.entries(of: version)),
                    publishedAt: Timestamp(version.publishedAt)
                )
                return SharedChange(change)
            }
        ]
        return parts
    }
}

extension RateLimit {
    /// Each answer may have a quarter of a mebibyte; applications behind one address start one by
    /// one.
    static let configFetches = RateLimit(
        "Fetches of the configuration from one address",
        of: .address,
        60,
        per: .minute,
        option: "config-fetches"
    )
}
