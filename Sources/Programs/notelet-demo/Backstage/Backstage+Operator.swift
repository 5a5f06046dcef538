import CommandLineInterface
import Foundation
import Locking
import OperatingSystem

// What an operator does with the server.
extension Backstage {
    /// Has the next start read a file of settings: these lines, behind the store of its default
    /// app.
    func set(_ settings: [String]) {
        state.withLock { $0.settings = settings }
    }

    /// Has the next start tell the time by a clock that is moved.
    func set(_ clock: MovedClock) {
        state.withLock { $0.clock = clock }
    }

    /// A place for something of this name, which goes with the play.
    func place(for name: String) -> String { folder.path + "/" + name }

    /// The folder of an app's store, for the file of settings.
    func store(of app: String) -> String { place(for: app) }

    /// Whether there is a folder for an app's store.
    func hasStore(of app: String) -> Bool {
        FileManager.default.fileExists(atPath: store(of: app))
    }

    /// The file of settings.
    var settingsPath: String { folder.path + "/server.conf" }

    /// Has the server read its file of settings again.
    func reload() {
        state.withLock { $0.server }?.process.send(SIGHUP)
    }

    /// Runs a command of notelet-admin, which lies beside the server.
    ///
    /// - Returns: What it wrote.
    /// - Throws: `Mismatch` if it ended with anything but 0, `SystemError`.
    @discardableResult
    func admin(_ words: String...) async throws -> String { try await admin(words) }

    /// Runs a command of notelet-admin as `admin` does.
    @discardableResult
    func admin(_ words: [String]) async throws -> String {
        let place = URL(fileURLWithPath: serverPath).deletingLastPathComponent()
        let output = folder.path + "/admin.out"
        let log = open(output, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard log >= 0 else { throw SystemError(errno) }
        defer { close(log) }
        var environment = Self.environment
        environment["NOTELET_ADMIN_SERVER"] = "unix://\(adminPath)"
        environment["LANG"] = "C.UTF-8"
        let process = try ChildProcess(
            place.appending(path: "notelet-admin").path,
            words,
            Surroundings(
                environment: environment,
                output: .descriptor(log),
                errorOutput: .descriptor(log)
            )
        )
        let code = await process.end()
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard code == 0 else {
            let claim = "notelet-admin \(words.joined(separator: " "))"
            throw Mismatch(claim, expected: "exit code 0", got: "\(code): \(text)")
        }
        return text
    }
}
