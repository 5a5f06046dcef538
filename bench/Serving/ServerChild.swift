import CommandLineInterface
import Foundation

/// A `notelet-server` that runs for the time of a benchmark, and never longer.
final class ServerChild {
    /// Where it listens.
    let address: String
    /// Where else it listens, if it was told to: as it says it, in its order.
    let furtherAddresses: [String]
    /// The number of its process.
    let processIdentifier: Int32
    private let process: HeldProgram

    /// The limits that load would run into which comes from one address, watches one account many
    /// times, and does nothing but log in on a connection.
    static let loadArguments = [
        "--shared-address", "--connections-per-account", "none", "--authentication-time", "none",
    ]

    /// What has a server speak HTTP too.
    static let webArguments = ["--web-listen", "http://127.0.0.1:0"]

    /// The options that a server prints an address for.
    private static let listeningOptions = ["--listen", "--web-listen"]

    /// Runs a server in the background, says its number, and ends it when the input does.
    ///
    /// The shell lets go of the output, so that it ends if the server does.
    private static let script = """
        sh -c 'echo $$; exec "$@"' sh "$@" < /dev/null 2> /dev/null &
        exec > /dev/null
        cat
        kill $!
        wait $!
        """

    /// Starts a server on a store, and returns once it is ready.
    ///
    /// - Parameters:
    ///   - program: The path of the server's program.
    ///   - storePath: The folder of its store.
    ///   - arguments: More options, such as limits and further addresses.
    /// - Throws: `CommandFailure` if it does not come up.
    init(
        program: String,
        storePath: String,
        arguments: [String] = ServerChild.loadArguments
    ) throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw CommandFailure(
                .unreachable,
                "The server \(program) cannot be started: build it with 'swift build -c release "
                    + "--product notelet-server', or name it with --server-program."
            )
        }
        process = try HeldProgram(
            path: "/bin/sh",
            arguments: [
                "-c", ServerChild.script, "sh", URL(fileURLWithPath: program).path,
                "--store", storePath, "--listen", "tcp://127.0.0.1:0",
            ] + arguments
        )
        let number = Int32(process.readLine())
        // Addresses are printed once the server is ready; nothing at all if it cannot start.
        address = process.readLine()
        let furtherCount = arguments.count { Self.listeningOptions.contains($0) }
        furtherAddresses = (0..<furtherCount).map { [process] _ in process.readLine() }
        guard let number, !address.isEmpty else {
            let status = process.stop()
            throw CommandFailure(
                .unreachable,
                "The server \(program) ended with status \(status): start it by hand on "
                    + "\(storePath) to see why."
            )
        }
        processIdentifier = number
    }

    /// The program that stands beside this one.
    static var standardProgram: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let folder = URL(fileURLWithPath: own ?? CommandLine.arguments[0])
            .deletingLastPathComponent()
        return folder.appendingPathComponent("notelet-server").path
    }

    /// Ends the server, and waits until it has closed its store.
    func stop() {
        process.stop()
    }
}
