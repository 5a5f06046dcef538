internal import AccountRules
internal import Domain
internal import Foundation
internal import LogStoreTools
internal import NoteletService
internal import Serving
internal import Storage
internal import TTRPC

/// One run of a server, from its start to its end.
final class ServiceRun: Sendable {
    /// What clients connect to.
    let server: Server
    /// What operators connect to.
    let administration: Server
    private let store: RecordStore
    private let service: Service
    /// Keeps the store's folder.
    private let place: ServicePlace

    /// How long calls that are under way may go on when the server stops.
    private static let drainTime = Duration.seconds(1)

    /// Opens the store, or makes it, and serves it.
    init(at place: ServicePlace) throws(LocalServerError) {
        self.place = place
        store = try Self.open(place)
        do {
            service = Service(
                try ServiceDependencies(
                    over: store,
                    in: place.store,
                    place.key,
                    clocks: ServiceClocks(place.clock),
                    passwordCost: place.passwordCost,
                    linkBaseURL: PersonalLink.defaultBaseURL,
                    offered: place.offered
                )
            )
            service.dependencies.set(place.limits)
            var configuration = ServerConfiguration()
            configuration.eventLoopCount = 1
            configuration.limits = place.limits.server
            server = try Server(router: Router(serving: service), configuration: configuration)
            // Whoever runs the test is the operator.
            let access = AdministrationAccess(userIDs: [geteuid()], userName: { _ in "test" })
            administration = try Server(
                router: Router(administering: service, access: access),
                configuration: configuration
            )
        } catch {
            store.close()
            throw LocalServerError("The service cannot begin: \(error).")
        }
    }

    private static func open(_ place: ServicePlace) throws(LocalServerError) -> RecordStore {
        do {
            return try RecordStore.open(
                directory: place.store,
                masterKey: place.key,
                now: place.clock.now()
            )
        } catch {
            throw LocalServerError("The store in \(place.store) cannot be opened: \(error).")
        }
    }

    /// Does all the housekeeping that is due.
    func keepHouse() async throws(LocalServerError) {
        guard await Housekeeping(service).finishAll() == .done else {
            throw LocalServerError("The store refused the housekeeping.")
        }
    }

    /// Lets calls end that are under way, and closes the store.
    func end() async {
        server.beginGracefulShutdown(timeout: Self.drainTime)
        await server.waitUntilStopped()
        server.shutdown()
        administration.shutdown()
        await Housekeeping(service).end()
        store.close()
    }

    /// Ends all calls, and closes a store that nobody opens again.
    func endAtOnce() {
        server.shutdown()
        administration.shutdown()
        store.close()
    }
}
