import Foundation
import NoteletClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServiceManagerTests {
    @Test
    func theManagerLearnsOfEachStepAndOfSignsOfLife() async throws {
        let folder = TemporaryDirectory()
        let manager = ManagerSocket(folder.path("manager"))
        let environment = ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "200000"]
        let (server, address) = try await startServer(in: folder, environment: environment)
        #expect(manager.next() == ["STATUS=Opening the store."])
        #expect(manager.next() == ["READY=1", "STATUS=Serving on \(address)."])
        for _ in 0..<3 { #expect(manager.next() == ["WATCHDOG=1"]) }
        server.send(SIGHUP)
        #expect(nextStep(of: manager)?.first == "RELOADING=1")
        #expect(nextStep(of: manager)?.first == "READY=1")
        server.send(SIGTERM)
        #expect(nextStep(of: manager)?.first == "STOPPING=1")
        #expect(await server.waitForEnd() == 0)
    }

    @Test
    func aServerThatCannotRecoverItsStoreIsNeverReady() async throws {
        let folder = TemporaryDirectory()
        let (server, _) = try await startServer(in: folder)
        let manager = ManagerSocket(folder.path("manager"))
        let second = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", folder.path("store")],
            environment: ["NOTIFY_SOCKET": manager.name]
        )
        #expect(second.exitCode == 75)
        #expect(manager.next() == ["STATUS=Opening the store."])
        #expect(!manager.hasMessage)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test(arguments: ["tcp", "unix"])
    func socketsThatTheManagerOpenedAreServed(kind: String) async throws {
        let folder = TemporaryDirectory()
        let path = folder.path("socket")
        let program = ProgramRun.path(ofProduct: "notelet-server")
        let server = try RunningProgram(
            "/usr/bin/python3",
            ["-c", Self.manager, kind, path, program, "--store", folder.path("store")]
        )
        let address = try #require(await server.nextLine())
        #expect(address.hasPrefix(kind == "tcp" ? "tcp://127.0.0.1:" : "unix://\(path)"))
        #expect(!address.hasSuffix(":7575"))
        let person = try await signUp("somebody", at: address)
        #expect(try await person.check().status == .serving)
        await person.close()
        #expect(await server.end(by: SIGTERM) == 0)
        // The manager's file stays for the next start.
        #expect(FileManager.default.fileExists(atPath: path) == (kind == "unix"))
    }

    /// Opens a socket, passes it as descriptor 3, and becomes the server.
    private static let manager = """
        import os, socket, sys
        kind, path, program = sys.argv[1:4]
        listener = socket.socket(socket.AF_INET if kind == "tcp" else socket.AF_UNIX)
        listener.bind(("127.0.0.1", 0) if kind == "tcp" else path)
        listener.listen()
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execv(program, sys.argv[3:])
        """

    private func nextStep(of manager: ManagerSocket) -> [String]? {
        while let message = manager.next() {
            if message != ["WATCHDOG=1"] { return message }
        }
        return nil
    }
}
