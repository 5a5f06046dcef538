import CommandLineInterface
import Foundation
import NoteletAPI
import ProtobufCoding
import TTRPC

/// Measures transfers of one server, and durable sends of the same one in turns with them.
struct TransferTrials {
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

    /// Prepares the measuring.
    init(_ settings: Settings, _ interruption: Interruption) {
        self.settings = settings
        self.interruption = interruption
    }

    /// A load of transfers.
    private struct Trial {
        let name: String
        let load: TransferMaterial.Load
        let connectionCount: Int
        /// Calls under way on each connection.
        let depth: Int

        init(
            _ name: String,
            to payees: TransferMaterial.Load.Payees,
            inBatchesOf batchCount: Int = 1,
            over connectionCount: Int = TransferTrials.connectionCount,
            depth: Int
        ) {
            self.name = name
            load = TransferMaterial.Load(payees: payees, batchCount: batchCount)
            self.connectionCount = connectionCount
            self.depth = depth
        }
    }

    private static let trials = [
        Trial("transfers, many accounts", to: .many, depth: 16),
        Trial("transfers, one hot account", to: .one, depth: 16),
        Trial("in batches of 100, many accounts", to: .many, inBatchesOf: 100, depth: 2),
        Trial("in batches of 100, one hot account", to: .one, inBatchesOf: 100, depth: 2),
        Trial("500, one stream, many accounts", to: .many, inBatchesOf: 500, over: 1, depth: 8),
        Trial("500, one stream, one hot account", to: .one, inBatchesOf: 500, over: 1, depth: 8),
    ]
    private static let connectionCount = 32

    /// Measures Notelet, each load in turn.
    func notelet() async throws -> [TrialRow] {
        let store = BenchStore(path: settings.storePath)
        let population = try store.prepare(settings.plan, .hidden)
        let socket = "/tmp/notelet-bench.\(ProcessInfo.processInfo.processIdentifier).sock"
        let child = try ServerChild(
            program: settings.serverProgram,
            storePath: store.path,
            arguments: ServerChild.loadArguments
                + ["--features", "accounts,notes,ledger", "--admin-listen", "unix://\(socket)"]
        )
        defer { child.stop() }
        let desk = try Address("unix://\(socket)")
        try await fund(population, at: desk)
        var rows = [TrialRow(name: "durable sends", unitsPerCall: 1)]
        rows += Self.trials.map { TrialRow(name: $0.name, unitsPerCall: $0.load.batchCount) }
        for _ in 0..<settings.repetitionCount where !interruption.hasHappened {
            let sends = try await sends(population, child)
            rows[0].add(sends)
            for (index, trial) in Self.trials.enumerated() where !interruption.hasHappened {
                var plan = plan(population, desk, connectionCount: trial.connectionCount)
                plan.depth = trial.depth
                let result = try await transfers(trial.load, plan, child)
                rows[index + 1].add(result)
            }
        }
        return rows
    }

    private func sends(_ population: Population, _ child: ServerChild) async throws -> LoadResult {
        let address = try Address(child.address)
        let plan = plan(population, address, connectionCount: Self.connectionCount)
        let run = LoadRun(
            plan,
            serverProcess: child.processIdentifier,
            interruption: interruption
        )
        return try await run.run { _ in }
    }

    private func transfers(
        _ load: TransferMaterial.Load,
        _ plan: LoadPlan,
        _ child: ServerChild
    ) async throws -> LoadResult {
        let material = try TransferMaterial(
            load,
            plan.population,
            keyPath: settings.storePath + ".key"
        )
        let run = LoadRun(
            plan,
            serverProcess: child.processIdentifier,
            interruption: interruption
        )
        let result = try await run.run { shared, connection in
            TransferCaller(material, shared, connection: connection)
        } _: { _ in
        }
        guard result.tally.failureCount == 0 else {
            throw CommandFailure(.refused, "Transfers failed: \(result.tally[.send].failures).")
        }
        return result
    }

    private func plan(
        _ population: Population,
        _ address: Address,
        connectionCount: Int
    ) -> LoadPlan {
        var plan = LoadPlan.sends(
            settings.plan,
            among: population,
            to: address,
            seconds: settings.seconds
        )
        plan.connectionCount = connectionCount
        return plan
    }

    /// Gives each user enough for all that is measured, once for a store.
    private func fund(_ population: Population, at address: Address) async throws {
        let material = try TransferMaterial(
            .init(payees: .many, batchCount: 1),
            population,
            keyPath: settings.storePath + ".key"
        )
        let client = try await Client.connect(to: address)
        defer { client.close() }
        let method = LedgerAdministrationAPI.postTransfers
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        let users = Array(population.users.indices)
        for start in stride(from: 0, to: users.count, by: 500) {
            let postings = try users[start..<min(start + 500, users.count)].map { user in
                LedgerPosting(
                    reference: Array("fund \(user)".utf8),
                    moves: [
                        LedgerMove(
                            kind: .earn,
                            source: LedgerAccount(unit: .points, role: .issued),
                            destination: try material.account(of: user),
                            amount: TransferMaterial.fundedAmount
                        )
                    ]
                )
            }
            let request = PostTransfersRequest(postings: postings)
            let response: PostTransfersResponse = try await client.call(name, request)
            guard response.results.allSatisfy({ $0.refusal == nil }) else {
                throw CommandFailure(.refused, "The users could not be given anything.")
            }
        }
    }

    /// Measures PostgreSQL, which does the same in one transaction, or says why not.
    func postgres(_ folder: String) throws -> [TrialRow] {
        let peer = try PostgresPeer(
            scripts: settings.scripts,
            kept: folder,
            folder: folder,
            settings.plan
        )
        defer { peer.stop() }
        try peer.makeLedger(userCount: settings.plan.userCount)
        let loads = [("many accounts", "transfer"), ("one hot account", "transfer-hot")]
        return try loads.map { name, script in
            var row = TrialRow(name: "PostgreSQL, " + name, unitsPerCall: 1)
            for _ in 0..<settings.repetitionCount {
                let (latency, seconds) = try peer.run(
                    script: script,
                    PostgresPeer.Load(
                        workload: .send,
                        connectionCount: Self.connectionCount,
                        depth: 1,
                        pageSize: 1,
                        seconds: settings.seconds,
                        userCount: settings.plan.userCount,
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

extension TransferMaterial {
    /// The account of a user, as a message.
    fileprivate func account(of user: Int) throws -> LedgerAccount {
        try withAccount(of: user) { bytes in
            Result { try ProtobufDecoder().decode(LedgerAccount.self, from: Array(bytes)) }
        }.get()
    }
}
