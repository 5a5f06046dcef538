import LogStoreTools
import CommandLineInterface
import Cryptography
import Domain
import Foundation
import Serving
import Storage

/// A store that belongs to the benchmark, with its key and its population beside it.
///
/// The paths are those that the server expects: the key in `PATH.key`.
struct BenchStore {
    /// The folder of the store.
    let path: String

    private var keyPath: String { path + ".key" }
    private var populationPath: String { Population.path(forStore: path) }

    /// Names the store in a folder, which need not exist.
    init(path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// Makes sure that the store is filled and its users are signed in.
    ///
    /// A store that a preload filled before gets new sessions only.
    func prepare(_ plan: PreloadPlan, _ progress: ProgressLine.Appearance) throws -> Population {
        let isFilled = isFilled
        guard isFilled || !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .configuration,
                "The store \(path) was not made by 'notelet-bench preload': name another folder."
            )
        }
        let population = try withStore { store, keys in
            isFilled
                ? try reopen(store, keys)
                : try Preload(store, keys: keys, plan: plan, progress: progress).run()
        }
        try population.write(to: populationPath)
        return population
    }

    /// Whether there is a store here that a preload filled.
    var isFilled: Bool { FileManager.default.fileExists(atPath: populationPath) }

    /// Removes the store, its key and its population.
    func remove() {
        for path in [path, keyPath, populationPath] {
            // What is left behind is harmless, and there is nobody to tell who could do more.
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private func reopen(_ store: RecordStore, _ keys: ServiceKeys) throws -> Population {
        let before = try Population(path: populationPath)
        let holders = before.users.map { user in
            Sessions.Holder(
                number: UserNumber(user.number),
                link: user.link,
                receivedCount: user.receivedCount
            )
        }
        return try Sessions(store, keys: keys).open(for: holders)
    }

    /// Lends the store, while no server has it, and the keys of its service.
    func withStore<Value>(
        _ body: (RecordStore, ServiceKeys) throws -> Value
    ) throws -> Value {
        let key: MasterKey
        do {
            key =
                FileManager.default.fileExists(atPath: keyPath)
                ? try MasterKey(path: keyPath) : try MasterKey.create(path: keyPath)
        } catch {
            throw CommandFailure(.inputOutput, "The key file \(keyPath) cannot be used: \(error).")
        }
        let store: RecordStore
        do {
            store = try RecordStore.open(
                directory: path,
                masterKey: key,
                now: SystemClock().now()
            )
        } catch {
            throw CommandFailure(.inputOutput, "The store \(path) cannot be opened: \(error).")
        }
        defer { store.close() }
        return try body(store, ServiceKeys(key))
    }
}
