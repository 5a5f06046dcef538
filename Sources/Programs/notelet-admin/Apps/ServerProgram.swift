import CommandLineInterface
import Foundation
import Glibc
import OperatingSystem

/// The program of the server, which lies beside this one and knows what its settings come to.
struct ServerProgram {
    private let folder: TemporaryFolder

    /// Prepares a place for what it says.
    ///
    /// - Throws: `CommandFailure` where there is none.
    init() throws(CommandFailure) {
        do throws(SystemError) {
            folder = try TemporaryFolder(named: "notelet-admin")
        } catch {
            throw CommandFailure(.inputOutput, "No temporary folder can be made: \(error).")
        }
    }

    /// Has it check a file of settings, and what lies where an app has its store and key.
    ///
    /// - Parameters:
    ///   - text: What the file would hold.
    ///   - path: Where the file is, for messages.
    ///   - app: The name of the app.
    /// - Throws: `CommandFailure` that says what the server would refuse.
    func check(_ text: String, of path: String, for app: String) throws(CommandFailure) {
        let candidate = folder.path + "/server.conf"
        do throws(SystemError) {
            try FileReplacement.write(Array(text.utf8), to: candidate)
        } catch {
            throw CommandFailure(.inputOutput, "\(candidate) cannot be written: \(error).")
        }
        do throws(CommandFailure) {
            _ = try output(of: ["--config", candidate, "config", "check", app])
        } catch {
            throw CommandFailure(error.exitCode, error.message.replacing(candidate, with: path))
        }
    }

    /// What it writes to its standard output.
    ///
    /// Variables of the environment are this program's: the file of settings alone counts.
    ///
    /// - Throws: `CommandFailure` with what it says where it refuses.
    func output(of words: [String]) throws(CommandFailure) -> Data {
        let program = URL(filePath: RealPath("/proc/self/exe").text)
            .deletingLastPathComponent().appending(path: "notelet-server").path
        let (output, errors) = (folder.path + "/output", folder.path + "/errors")
        let status: Int32
        do throws(SystemError) {
            let descriptors = (try Self.open(output), try Self.open(errors))
            defer {
                close(descriptors.0)
                close(descriptors.1)
            }
            let surroundings = Surroundings(
                environment: Terminal.environment.filter { !$0.key.hasPrefix("NOTELET_") },
                output: .descriptor(descriptors.0),
                errorOutput: .descriptor(descriptors.1)
            )
            status = try ChildProcess(program, words, surroundings).wait()
        } catch {
            throw CommandFailure(
                .configuration,
                "\(program), which knows what settings come to, cannot be run: \(error)."
            )
        }
        guard status == 0 else {
            let text = String(decoding: contents(errors), as: UTF8.self)
            let line = text.split(separator: "\n").first ?? "It ended with status \(status)."
            let prefix = "notelet-server: "
            throw CommandFailure(
                .configuration,
                String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
            )
        }
        return contents(output)
    }

    private func contents(_ path: String) -> Data {
        FileManager.default.contents(atPath: path) ?? Data()
    }

    private static func open(_ path: String) throws(SystemError) -> Int32 {
        let descriptor = PlainFile.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
        return descriptor
    }
}
