import Foundation
import Glibc
import TestSupport
import Testing

/// The operator's program where something about its surroundings is wrong.
@Suite(.timeLimit(.minutes(2))) struct BadSurroundingsTests {
    private let folder = TemporaryDirectory()

    /// A store with an account, which no server has open.
    private func makeStore() async throws -> String {
        let server = try await ServerProcess(in: folder)
        _ = try await signUp("reader", at: server.address)
        await server.stop()
        return server.storePath
    }

    /// Runs a command whose streams a shell redirects.
    private func run(_ redirection: String, _ arguments: String...) async throws -> ProgramRun {
        let program = ProgramRun.path(ofProduct: "notelet-admin")
        let script = "exec \"$0\" \"$@\" \(redirection)"
        return try await ProgramRun.run("/bin/sh", ["-c", script, program] + arguments)
    }

    @Test("A closed stream is not taken for a file that is opened later")
    func closedStreams() async throws {
        let store = try await makeStore()
        let (whole, told) = (folder.path("whole"), folder.path("told"))
        let open = try await run("", "store", "dump", "--store", store, "--output", whole)
        #expect(open.exitCode == 0, "\(open.errorOutput)")
        let closed = try await run(
            "<&- 2>&-",
            "store",
            "dump",
            "--store",
            store,
            "--output",
            told
        )
        #expect(closed.exitCode == 0)
        #expect(FileManager.default.contentsEqual(atPath: whole, andPath: told))
        for words in [["user", "list"], ["stats"], ["store", "dump"], ["store", "stat"]] {
            let list = words + ["--store", store]
            let program = ProgramRun.path(ofProduct: "notelet-admin")
            let run = try await ProgramRun.run(
                "/bin/sh",
                ["-c", "exec \"$0\" \"$@\" >&-", program] + list
            )
            #expect(run.exitCode == 74, "\(words) \(run.errorOutput)")
            #expect(run.errorOutput.contains("Bad file descriptor"), "\(run.errorOutput)")
        }
        let again = try await run("", "store", "dump", "--store", store)
        #expect(try again.output == String(contentsOfFile: whole, encoding: .utf8))
    }

    @Test("A pipe that is closed early ends a list well, a full disk does not")
    func closedPipeAndFullDisk() async throws {
        let store = try await makeStore()
        for words in [["user", "list"], ["stats"]] {
            let program = ProgramRun.path(ofProduct: "notelet-admin")
            let list = words + ["--store", store, "--json"]
            let closed = try await ProgramRun.run(
                "/bin/bash",
                ["-c", "\"$0\" \"$@\" | true; exit ${PIPESTATUS[0]}", program] + list
            )
            #expect(closed.exitCode == 0, "\(closed.errorOutput)")
            #expect(!closed.errorOutput.contains("failed"), "\(closed.errorOutput)")
            let full = try await ProgramRun.run(
                "/bin/sh",
                ["-c", "exec \"$0\" \"$@\" > /dev/full", program] + list
            )
            #expect(full.exitCode == 74, "\(full.errorOutput)")
            let text = "\"message\":\"writing failed: No space left on device.\""
            #expect(full.errorOutput.contains(text), "\(full.errorOutput)")
        }
    }

    @Test("A server that takes a connection and says nothing is given up")
    func silentServer() async throws {
        let silent = try SilentServer()
        let options = ["--server", silent.address, "--timeout", "100ms"]
        let run = try await ProgramRun.run("notelet-admin", ["stats"] + options)
        #expect(run.exitCode == 75 && run.output.isEmpty)
        let lines = run.errorOutput.split(separator: "\n")
        let text = "\(silent.address) did not answer in time; what was asked may have happened."
        #expect(lines.last?.contains(text) == true, "\(run.errorOutput)")
    }

    @Test("Two sources, and a server that is away, are one line each")
    func sources() async throws {
        let store = try await makeStore()
        let away = "unix://" + folder.path("away.sock")
        for words in [["user", "list"], ["report", "list"], ["stats"]] {
            let both = try await ProgramRun.run(
                "notelet-admin",
                words + ["--store", store, "--server", away]
            )
            #expect(both.exitCode == 64 && both.output.isEmpty)
            #expect(both.errorOutput.contains("give one of them"), "\(both.errorOutput)")
            // An address that is set for all commands is none that was asked for.
            let files = try await ProgramRun.run(
                "notelet-admin",
                words + ["--store", store],
                environment: ["NOTELET_ADMIN_SERVER": away]
            )
            #expect(files.exitCode == 0, "\(files.errorOutput)")
            let asked = try await ProgramRun.run("notelet-admin", words + ["--server", away])
            #expect(asked.exitCode == 69 && asked.output.isEmpty)
            let lines = asked.errorOutput.split(separator: "\n")
            #expect(lines.count == 1)
            #expect(lines.first?.ranges(of: away).count == 1, "\(asked.errorOutput)")
        }
    }
}

/// Something that the system connects programs to, and that never reads nor writes.
private final class SilentServer {
    let address: String
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, byteCount) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, address, &byteCount) == 0
            }
        }
        self.address = "tcp://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        try #require(isListening)
    }

    deinit {
        close(descriptor)
    }
}
