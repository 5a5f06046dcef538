import CommandLineInterface
import Domain
import Foundation
import TTRPC

/// Measures delivery on one server, beside durable sends of the same one in turns.
struct DeliveryTrials {
    let settings: Settings
    private let interruption: Interruption

    /// What is measured, and how long.
    struct Settings {
        let plan: PreloadPlan
        let seconds: Int
        let repetitionCount: Int
        let serverProgram: String
        /// The folder bench/peers.
        let scripts: String
        let storePath: String
    }

    /// What was measured.
    struct Figures {
        /// Durable sends, orders taken, and positions.
        var loads = [
            TrialRow(name: "durable sends"), TrialRow(name: "accepts"),
            TrialRow(name: "batches of \(DeliveryMaterial.positionsPerCall) positions"),
        ]
        /// From the opening of an order to those who watch its pool.
        var openings: TrialRow
        /// Ways of a day: the kinds of `RouteLoad`, in their order.
        var routes = RouteLoad.allCases.map { TrialRow(name: "Notelet, \($0.name)") }
    }

    /// How many ways are read at a time, each over a connection of its own.
    enum RouteLoad: Int, CaseIterable {
        case alone = 1
        case some = 8

        /// The name in reports.
        var name: String { self == .alone ? "one at a time" : "\(rawValue) at a time" }
    }

    private static let watcherCountMax = 1_000
    private static let openingsPerSecond = 20.0

    /// Prepares the measuring.
    init(_ settings: Settings, _ interruption: Interruption) {
        self.settings = settings
        self.interruption = interruption
    }

    private var watcherCount: Int { min(Self.watcherCountMax, settings.plan.userCount) }
    private var deliveryPlan: DeliveryPreload.Plan { .standard(seed: settings.plan.seed) }

    /// Measures Notelet, each load in turn, on a store of its own.
    func notelet() async throws -> Figures {
        let (population, cast) = try fill()
        let socket = "/tmp/notelet-bench.\(ProcessInfo.processInfo.processIdentifier).sock"
        let child = try ServerChild(
            program: settings.serverProgram,
            storePath: settings.storePath,
            arguments: ServerChild.loadArguments + [
                "--features", "accounts,notes,ledger,delivery", "--admin-listen",
                "unix://\(socket)",
            ]
        )
        defer { child.stop() }
        let server = Served(
            child: child,
            address: try Address(child.address),
            desk: try Address("unix://\(socket)"),
            population: population,
            material: try DeliveryMaterial(cast, riderCount: population.users.count)
        )
        let name = "\(watcherCount) watchers, \(Int(Self.openingsPerSecond)) openings a second"
        var figures = Figures(openings: TrialRow(name: name))
        for repetition in 0..<settings.repetitionCount where !interruption.hasHappened {
            figures.loads[0].add(try await sends(server))
            figures.loads[1].add(try await accepts(server, repetition))
            figures.loads[2].add(try await positions(server))
        }
        for _ in 0..<settings.repetitionCount where !interruption.hasHappened {
            figures.openings.add(try await openings(server), .delivery)
        }
        for _ in 0..<settings.repetitionCount {
            for (index, load) in RouteLoad.allCases.enumerated() where !interruption.hasHappened {
                figures.routes[index].add(try await routes(server, load))
            }
        }
        return figures
    }

    /// A server, and what is in its store.
    private struct Served {
        let child: ServerChild
        let address: Address
        let desk: Address
        let population: Population
        let material: DeliveryMaterial
    }

    /// Makes the store anew: an order is taken once.
    private func fill() throws -> (Population, DeliveryCast) {
        let store = BenchStore(path: settings.storePath)
        if store.isFilled { store.remove() }
        let population = try store.prepare(settings.plan, .hidden)
        let riders = population.users.map { UserNumber($0.number) }
        let cast = try store.withStore { records, keys in
            try DeliveryPreload(records, keys: keys, riders: riders, deliveryPlan).run()
        }
        return (population, cast)
    }

    private func plan(_ server: Served, _ address: Address? = nil) -> LoadPlan {
        LoadPlan.sends(
            settings.plan,
            among: server.population,
            to: address ?? server.address,
            seconds: settings.seconds
        )
    }

    private func run(_ plan: LoadPlan, of server: Served) -> LoadRun {
        LoadRun(
            plan,
            serverProcess: server.child.processIdentifier,
            interruption: interruption
        )
    }

    private func sends(_ server: Served) async throws -> LoadResult {
        try checked("sends", await run(plan(server), of: server).run { _ in })
    }

    /// Has riders take those of the orders that are this repetition's.
    private func accepts(_ server: Served, _ repetition: Int) async throws -> LoadResult {
        var plan = plan(server)
        // Sends have just warmed the server up, and orders are few.
        plan.warmUp = .zero
        let material = server.material
        let count = material.cast.orderCount / settings.repetitionCount
        let run = run(plan, of: server)
        let share = OrderShare(repetition * count..<(repetition + 1) * count, run.control)
        let result = try await run.run { shared, _ in
            AcceptCaller(material, shared, share)
        } _: { _ in
        }
        return try checked("accepts", result)
    }

    private func positions(_ server: Served) async throws -> LoadResult {
        let (plan, material) = (plan(server), server.material)
        let result = try await run(plan, of: server).run { shared, connection in
            PositionCaller(material, shared, connection: connection, of: plan.connectionCount)
        } _: { _ in
        }
        return try checked("positions", result)
    }

    /// Opens orders as often as people do while riders watch.
    private func openings(_ server: Served) async throws -> LoadResult {
        var plan = plan(server, server.desk)
        plan.workload = .watch
        plan.connectionCount = 2
        plan.pace = .openLoop(perSecond: Self.openingsPerSecond, .even)
        plan.watch = LoadPlan.Watch(
            watcherCount: watcherCount,
            watchedUserCount: 1,
            pool: LoadPlan.Watch.Pool(
                feed: "delivery/" + DeliveryPreload.watchedPool,
                address: server.address
            )
        )
        let material = server.material
        let result = try await run(plan, of: server).run { _, _ in
            OpeningCaller(material)
        } _: { _ in
        }
        return try checked("openings", result)
    }

    private func routes(_ server: Served, _ load: RouteLoad) async throws -> LoadResult {
        var plan = plan(server)
        (plan.connectionCount, plan.depth) = (load.rawValue, 1)
        let material = server.material
        let result = try await run(plan, of: server).run { shared, connection in
            RouteCaller(material, shared, connection: connection)
        } _: { _ in
        }
        return try checked("routes", result)
    }

    /// Every call has to be answered rightly, and what is opened has to come to every watcher.
    private func checked(_ name: String, _ result: LoadResult) throws -> LoadResult {
        guard !result.wasInterrupted else { return result }
        guard result.isClean else {
            let failures = Operation.allCases.flatMap { result.tally[$0].failures }
                .map { "\($0.key): \($0.value)" }
            throw CommandFailure(
                .refused,
                "Of the \(name) \(result.unansweredCount) had no answer, \(result.unmadeCount) "
                    + "were not made, and others failed (\(failures.joined(separator: ", ")))."
            )
        }
        return result
    }

    /// Has PostgreSQL read as many rows, or says why not.
    func postgres(_ folder: String) throws -> [TrialRow] {
        let peer = try PostgresPeer(
            scripts: settings.scripts,
            kept: folder,
            folder: folder,
            settings.plan
        )
        defer { peer.stop() }
        let riderCount = min(deliveryPlan.routeCount, settings.plan.userCount)
        try peer.makePositions(
            riderCount: riderCount,
            positionsPerRider: deliveryPlan.positionsPerRoute
        )
        return try RouteLoad.allCases.map { load in
            var row = TrialRow(name: "PostgreSQL, \(load.name)")
            for _ in 0..<settings.repetitionCount {
                let (latency, seconds) = try peer.run(
                    script: "route",
                    PostgresPeer.Load(
                        workload: .history,
                        connectionCount: load.rawValue,
                        depth: 1,
                        pageSize: 1,
                        seconds: settings.seconds,
                        userCount: riderCount,
                        // pgbench wants some.
                        content: "-"
                    )
                )
                row.rates.append(Double(latency.count) / seconds)
                row.latency.merge(latency)
            }
            return row
        }
    }
}
