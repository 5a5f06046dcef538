internal import AccountRules
internal import AccountStorage
internal import ConfigRules
internal import ConfigStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves the published configuration.
struct ConfigMethods: ConfigService {
    let endpoint: Endpoint

    func fetchConfig(_ method: ConfigAPI.FetchConfig) -> ServedMethod {
        let gate = endpoint.dependencies.limiter[.configFetches]
        return endpoint.readOpenly(method, through: gate) {
            request,
            _,
            store,
            _ throws(DomainError) in
            let newest = try store.newestConfigNumber()
            guard let version = try store.configVersion(newest) else {
                return FetchConfigResponse(unchanged: request.knownVersion == newest)
            }
            let knownAt = request.knownPublishedAt.map { Instant($0) }
            if request.knownVersion == newest, knownAt == version.publishedAt {
                return FetchConfigResponse(version: newest, unchanged: true)
            }
            return FetchConfigResponse(
                version: newest,
                entries: NoteletAPI.ConfigEntry.all(of: try store.entries(of: version)),
                publishedAt: Timestamp(version.publishedAt)
            )
        }
    }
}

/// Serves what operators do about the configuration.
struct ConfigAdministrationMethods: ConfigAdministrationService {
    let endpoint: AdministrationEndpoint

    func publishConfig(_ method: ConfigAdministrationAPI.PublishConfig) -> ServedMethod {
        publish(method) { request throws(DomainError) in
            .entries(try ConfigEntries(request.entries.map { ConfigRules.ConfigEntry($0) }))
        } reply: {
            PublishConfigResponse(version: $0)
        }
    }

    func changeConfig(_ method: ConfigAdministrationAPI.ChangeConfig) -> ServedMethod {
        publish(method) { request in
            let entries = request.put.map { ConfigRules.ConfigEntry($0) }
            return .change(putting: entries, removing: request.removedKeys)
        } reply: {
            ChangeConfigResponse(version: $0)
        }
    }

    func rollBackConfig(_ method: ConfigAdministrationAPI.RollBackConfig) -> ServedMethod {
        publish(method) { request in
            .rollback(to: request.version)
        } reply: {
            RollBackConfigResponse(version: $0)
        }
    }

    /// A method that publishes the next version.
    private func publish<Request: Publication, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ draft: @escaping @Sendable (Request) throws(DomainError) -> ConfigDraft,
        reply: @escaping @Sendable (NoteletAPI.ConfigVersion) -> Response
    ) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let intention = try ConfigIntention(
                note: request.note,
                expecting: request.expectedVersion
            )
            let version = try store.publish(draft(request), intention, by: who, now)
            return reply(NoteletAPI.ConfigVersion(version))
        }
    }

    func listConfigVersions(
        _ method: ConfigAdministrationAPI.ListConfigVersions
    ) -> ServedMethod {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            ListConfigVersionsResponse(versions: try store.configVersions().map { .init($0) })
        }
    }

    func getConfigVersion(_ method: ConfigAdministrationAPI.GetConfigVersion) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            var number = request.version
            if number == 0 { number = try store.newestConfigNumber() }
            let version = try store.configVersion(number)
                .unwrapped(or: .configVersionNotFound(version: Int(clamping: number)))
            return GetConfigVersionResponse(
                version: NoteletAPI.ConfigVersion(version),
                entries: NoteletAPI.ConfigEntry.all(of: try store.entries(of: version))
            )
        }
    }
}

/// A request for the next version, whatever that is to have.
private protocol Publication: FormedMessage, Sendable {
    var note: String { get }
    var expectedVersion: UInt64? { get }
}

extension PublishConfigRequest: Publication {}
extension ChangeConfigRequest: Publication {}
extension RollBackConfigRequest: Publication {}

extension ConfigRules.ConfigEntry {
    fileprivate init(_ entry: NoteletAPI.ConfigEntry) {
        self.init(key: entry.key, value: entry.value)
    }
}

extension NoteletAPI.ConfigEntry {
    /// What applications get of a version.
    static func all(of entries: ConfigEntries) -> [NoteletAPI.ConfigEntry] {
        entries.all.map { NoteletAPI.ConfigEntry(key: $0.key, value: $0.value) }
    }
}

extension NoteletAPI.ConfigVersion {
    fileprivate init(_ version: ConfigRules.ConfigVersion) {
        self.init(
            version: version.number,
            publishedAt: Timestamp(version.publishedAt),
            operatorName: version.operatorName,
            note: version.note,
            rolledBackFrom: version.rolledBackFrom,
            entryCount: UInt32(clamping: version.entryCount)
        )
    }
}
