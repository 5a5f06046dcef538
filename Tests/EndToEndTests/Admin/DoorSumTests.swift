import Foundation
import NoteletClient
import TestSupport
import Testing

/// An operator learns how much was sent by what, and of no note by what it came.
@Suite struct DoorSumTests {
    @Test("Sums by door outlive the server, and go along with a dump", .timeLimit(.minutes(1)))
    func sums() async throws {
        let authority = CertificateAuthority()
        let issued = authority.issue()
        let folder = TemporaryDirectory()
        let socket = "unix://" + folder.path("notelet.sock")
        let (program, tcp) = try await startServer(
            in: folder,
            ["--listen", "tcp://127.0.0.1:0", "--listen", "tls://127.0.0.1:0", "--listen", socket]
                + ["--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath]
        )
        let tls = try #require(await program.nextLine())
        var configuration = NoteletConfiguration()
        configuration.authorityFile = authority.path
        let reader = try await signUp("reader", at: tcp)
        let link = try #require(try await reader.link()?.url)
        for (address, count) in [(tcp, 1), (tls, 2), (socket, 3)] {
            let guest = try Notelet(address, configuration: configuration)
            try await guest.becomeGuest()
            for index in 0..<count { try await guest.send("쪽지 \(index)", toLink: link) }
        }
        for try await note in reader.inbox().items {
            try await reader.answer(note.id, with: "답장")
            break
        }
        #expect(await program.end(by: SIGTERM) == 0)

        let admin = Admin(store: folder.path("store"))
        let dump = folder.path("dump")
        #expect(try await admin.reveal(to: dump).exitCode == 0)
        let loaded = Admin(store: folder.path("loaded"))
        let load = try await loaded.run("load", "--key-file", folder.path("store.key"), dump)
        #expect(load.exitCode == 0, "\(load.errorOutput)")
        for admin in [admin, loaded] {
            let stat = try await admin.run("stat", "--json")
            #expect(stat.exitCode == 0, "\(stat.errorOutput)")
            let sums = try Document(stat.output)["sent"]
            let counts = (0..<sums.count).map { index in
                let sum = sums[index]
                return "\(sum["kind"].text) \(sum["transport"].text) \(sum["count"].number ?? -1)"
            }
            #expect(
                counts == [
                    "note_by_link tcp 1", "note_by_link tls 2", "note_by_link unix 3",
                    "note_by_link web 0", "note_by_contact tcp 0", "note_by_contact tls 0",
                    "note_by_contact unix 0", "note_by_contact web 0", "answer tcp 1",
                    "answer tls 0", "answer unix 0", "answer web 0",
                ]
            )
        }
        let shown = try await admin.run("stat")
        #expect(shown.output.contains("note by link"))
    }
}
