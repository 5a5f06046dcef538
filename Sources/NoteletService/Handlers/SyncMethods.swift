internal import Domain
internal import NoteletAPI

extension ServiceMethods {
    /// The change feed.
    mutating func addSync() {
        let pages = ChangePages(
            cursors: dependencies.cursors,
            linkBaseURL: dependencies.linkBaseURL
        )
        let cursors = dependencies.cursors
        let clock = dependencies.clock
        add(
            endpoint.readBytes(SyncAPI.pull) { request, caller, store throws(DomainError) in
                let size = try PageSize(request.pageSize)
                let place = try cursors.place(of: request.cursor, in: .changes, of: caller.user)
                return try pages.page(
                    of: caller.user,
                    after: place ?? .start,
                    limit: size.count,
                    in: store,
                    at: clock.now()
                ).bytes
            }
        )
        addWatch()
    }

    private mutating func addWatch() {
        let dependencies = dependencies
        let authenticator = endpoint.authenticator
        addStream(SyncAPI.watch) { credentials, payload, stream throws(DomainError) in
            let (caller, request): (Identity, WatchRequest) =
                try authenticator.identify(credentials, payload)
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
    }
}
