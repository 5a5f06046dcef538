import CommandLineInterface
import Foundation
import Glibc

/// A `notelet-server` that runs for the time of a benchmark.
final class ServerChild {
    /// Where it listens.
    let address: String
    private let process: Process

    /// Starts a server on a store, and returns once it is ready.
    ///
    /// - Parameters:
    ///   - program: The path of the server's program.
    ///   - storePath: The folder of its store.
    /// - Throws: `CommandFailure` if it does not come up.
    init(program: String, storePath: String) throws {
        let output = Pipe()
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--store", storePath, "--listen", "tcp://127.0.0.1:0"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw CommandFailure(
                .unreachable,
                "The server \(program) cannot be started: build it with 'swift build -c release "
                    + "--product notelet-server', or name it with --server-program."
            )
        }
        // The address is printed once the server is ready; nothing at all if it cannot start.
        var line = ""
        while !line.contains("\n"),
            let data = try output.fileHandleForReading.read(upToCount: 1), !data.isEmpty
        {
            line += String(decoding: data, as: UTF8.self)
        }
        address = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !address.isEmpty else {
            process.waitUntilExit()
            throw CommandFailure(
                .unreachable,
                "The server \(program) ended with status \(process.terminationStatus): start it "
                    + "by hand on \(storePath) to see why."
            )
        }
    }

    /// The number of its process.
    var processIdentifier: Int32 { process.processIdentifier }

    /// The program that stands beside this one.
    static var standardProgram: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let folder = URL(fileURLWithPath: own ?? CommandLine.arguments[0])
            .deletingLastPathComponent()
        return folder.appendingPathComponent("notelet-server").path
    }

    /// Ends the server, and waits until it has closed its store.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
