import CommandLineInterface
import Foundation
import TTRPC

/// The server that load is put on: one that runs already, or one of its own with its store.
final class Target {
    let address: Address
    /// Where else it listens, if it was told to: as it says it, in its order.
    let furtherAddresses: [String]
    let population: Population
    private let child: ServerChild?
    /// The store that goes at the end.
    private let temporaryStore: BenchStore?

    /// Makes sure that there is a server on a store full of users.
    ///
    /// - Parameters:
    ///   - invocation: The options of the command.
    ///   - progress: How filling a store shows how far it is.
    ///   - furtherArguments: What a server of its own is told beside the limits for load.
    /// - Throws: `CommandFailure` if there is none.
    convenience init(
        _ invocation: Invocation,
        _ progress: ProgressLine.Appearance,
        furtherArguments: [String] = []
    ) throws {
        guard let server = invocation[TargetOptions.server] else {
            let arguments = ServerChild.loadArguments + furtherArguments
            try self.init(invocation, progress, serverArguments: arguments)
            return
        }
        try self.init(server, invocation[TargetOptions.population])
    }

    /// Takes a server that runs already.
    private init(_ server: Address, _ populationPath: String?) throws {
        guard let path = populationPath else {
            throw CommandFailure(
                .usage,
                "--server needs --population, the file that 'notelet-bench preload' wrote "
                    + "beside the store of that server."
            )
        }
        address = server
        furtherAddresses = []
        population = try Population(path: path)
        child = nil
        temporaryStore = nil
        try checkTokens()
    }

    /// Starts a server of its own.
    init(
        _ invocation: Invocation,
        _ progress: ProgressLine.Appearance,
        serverArguments: [String]
    ) throws {
        let options = TargetOptions.self
        let temporaryPath = "/var/tmp/notelet-bench.\(ProcessInfo.processInfo.processIdentifier)"
        let store = BenchStore(path: invocation[options.store] ?? temporaryPath)
        temporaryStore = invocation[options.store] == nil ? store : nil
        do {
            population = try store.prepare(StoreOptions.plan(invocation), progress)
            let child = try ServerChild(
                program: invocation[options.serverProgram] ?? ServerChild.standardProgram,
                storePath: store.path,
                arguments: serverArguments
            )
            self.child = child
            address = try Address(child.address)
            furtherAddresses = child.furtherAddresses
        } catch {
            temporaryStore?.remove()
            throw error
        }
    }

    /// The port where HTTP is spoken in plain, if the server was told to.
    var webPort: UInt16? {
        furtherAddresses.first { $0.contains("http://") }
            .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
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
