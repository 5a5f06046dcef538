internal import Domain
internal import NoteletAPI
internal import AccountRules

/// Serves the change feed.
struct SyncMethods: SyncService {
    let endpoint: Endpoint

    private var dependencies: ServiceDependencies { endpoint.dependencies }
    private var pages: ChangePages {
        ChangePages(cursors: dependencies.cursors, linkBaseURL: dependencies.linkBaseURL)
    }

    func pull(_ method: SyncAPI.Pull) -> ServedMethod {
        endpoint.readBytes(method) { request, caller, store throws(DomainError) in
            let size = try PageSize(request.pageSize)
            let place = try dependencies.cursors.place(
                of: request.cursor,
                in: .changes,
                of: caller.user
            )
            return try pages.page(
                of: caller.user,
                after: place ?? .start,
                limit: size.count,
                in: store,
                at: dependencies.clock.now()
            ).bytes
        }
    }

    func watch(_ method: SyncAPI.Watch) -> ServedMethod {
        ServedMethod(
            method,
            .stream { credentials, payload, stream throws(DomainError) in
                let (caller, request): (Identity, WatchRequest) =
                    try endpoint.authenticator.identify(credentials, payload)
                let place = try dependencies.cursors.place(
                    of: request.cursor,
                    in: .changes,
                    of: caller.user
                )
                let session = WatchSession(
                    identity: caller,
                    place: place ?? .start,
                    stream: stream,
                    dependencies: dependencies
                )
                session.start()
                return session
            }
        )
    }
}
