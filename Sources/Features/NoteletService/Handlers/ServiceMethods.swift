internal import NoteletAPI

/// What serves each method of the service, by its name: what the router is filled with.
struct ServiceMethods {
    let handlers: [MethodSummary: MethodHandler]

    /// Gathers the methods of all areas; a further area adds one more line.
    init(endpoint: Endpoint) {
        let served =
            AccountMethods(endpoint: endpoint).served
            + ProfileMethods(endpoint: endpoint).served
            + MutedWordMethods(endpoint: endpoint).served
            + ContactMethods(endpoint: endpoint).served
            + MessageMethods(endpoint: endpoint).served
            + SyncMethods(endpoint: endpoint).served
            + HealthMethods(endpoint: endpoint).served
        handlers = Dictionary(uniqueKeysWithValues: served.map { ($0.method, $0.handler) })
    }
}
