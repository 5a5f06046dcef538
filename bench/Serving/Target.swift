import CommandLineInterface
import Foundation
import TTRPC

/// The server that load is put on: one that runs already, or one of its own with its store.
final class Target {
    let address: Address
    let population: Population
    private let child: ServerChild?
    /// The store that goes at the end.
    private let temporaryStore: BenchStore?

    /// Makes sure that there is a server on a store full of users.
    init(_ invocation: Invocation, _ progress: ProgressLine.Appearance) throws {
        let options = TargetOptions.self
        if let server = invocation[options.server] {
            guard let path = invocation[options.population] else {
                throw CommandFailure(
                    .usage,
                    "--server needs --population, the file that 'notelet-bench preload' wrote "
                        + "beside the store of that server."
                )
            }
            address = server
            population = try Population(path: path)
            child = nil
            temporaryStore = nil
            try checkTokens()
            return
        }
        let temporaryPath = "/var/tmp/notelet-bench.\(ProcessInfo.processInfo.processIdentifier)"
        let store = BenchStore(path: invocation[options.store] ?? temporaryPath)
        temporaryStore = invocation[options.store] == nil ? store : nil
        do {
            population = try store.prepare(StoreOptions.plan(invocation), progress)
            let child = try ServerChild(
                program: invocation[options.serverProgram] ?? ServerChild.standardProgram,
                storePath: store.path
            )
            self.child = child
            address = try Address(child.address)
        } catch {
            temporaryStore?.remove()
            throw error
        }
    }

    /// The server's process, if it is a child of this one.
    var serverProcess: Int32? { child?.processIdentifier }

    /// Ends what was started, and removes what was made.
    func end() {
        child?.stop()
        temporaryStore?.remove()
    }

    private func checkTokens() throws {
        guard Double(population.expiresAt) > Date().timeIntervalSince1970 else {
            throw CommandFailure(
                .authentication,
                "The access tokens of the population have ended: run 'notelet-bench preload' on "
                    + "the store once more, while its server does not run."
            )
        }
    }
}
