import Foundation
import NoteletClient
import TestSupport
import Testing

/// Certificates of the operators' door that change while the server runs.
@Suite(.timeLimit(.minutes(2))) struct RenewalTests {
    private let folder = TemporaryDirectory()
    private let authority = CertificateAuthority()
    private let staff = CertificateAuthority(named: "Staff")

    /// A server with both doors, and the files that it reads.
    private struct Door {
        let server: RunningProgram
        let publicAddress: String
        let address: String
        let issued: CertificateAuthority.Issued
        let staffPath: String

        /// Has the files read again, and waits for what comes of it.
        func reload() async -> String? {
            server.send(SIGHUP)
            while let line = await server.nextErrorLine() {
                if line.contains(" event=reload") { return line }
            }
            return nil
        }
    }

    private func open() async throws -> Door {
        let issued = authority.issue()
        let staffPath = folder.path("staff.pem")
        try FileManager.default.copyItem(atPath: staff.path, toPath: staffPath)
        let server = try RunningProgram(
            "notelet-server",
            [
                "--store", folder.path("store"), "--listen", "tls://127.0.0.1:0",
                "--admin-listen", "tls://127.0.0.1:0", "--admin-tls-client-ca", staffPath,
                "--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath,
            ]
        )
        let address = try #require(await server.nextLine())
        let door = try #require(await server.nextLine()).dropFirst("admin ".count)
        return Door(
            server: server,
            publicAddress: address,
            address: String(door),
            issued: issued,
            staffPath: staffPath
        )
    }

    /// How a member of the staff finds a door that an authority vouches for.
    private func environment(
        of staff: CertificateAuthority,
        at door: Door,
        trusting authority: CertificateAuthority
    ) -> [String: String] {
        let own = staff.issue("operator", hosts: [], usage: .client)
        return [
            "NOTELET_ADMIN_SERVER": door.address, "NOTELET_ADMIN_CA_FILE": authority.path,
            "NOTELET_ADMIN_CLIENT_CERTIFICATE": own.certificatePath,
            "NOTELET_ADMIN_CLIENT_KEY": own.keyPath,
        ]
    }

    private func list(
        as staff: CertificateAuthority,
        at door: Door,
        trusting authority: CertificateAuthority
    ) async throws -> ProgramRun {
        let environment = environment(of: staff, at: door, trusting: authority)
        return try await ProgramRun.run(
            "notelet-admin",
            ["user", "list"],
            environment: environment
        )
    }

    private func checkPublicDoor(
        _ door: Door,
        trusting authority: CertificateAuthority
    ) async throws -> Notelet {
        var configuration = NoteletConfiguration()
        configuration.authorityFile = authority.path
        configuration.retry.attemptCountMax = 1
        let client = try Notelet(door.publicAddress, configuration: configuration)
        _ = try await client.check()
        return client
    }

    @Test("A signal renews certificate and authorities, and who is there stays")
    func renewal() async throws {
        let door = try await open()
        let tail = try RunningProgram(
            "notelet-admin",
            ["tail", "--json"],
            environment: environment(of: staff, at: door, trusting: authority)
        )
        while let line = await tail.nextErrorLine(), !line.contains("waiting for events") {}
        let (renewed, newStaff) = (
            CertificateAuthority(named: "Renewed"), CertificateAuthority(named: "New Staff")
        )
        try renewed.issue().replace(door.issued)
        try Data(contentsOf: URL(fileURLWithPath: newStaff.path))
            .write(to: URL(fileURLWithPath: door.staffPath))
        #expect(await door.reload()?.contains("event=reloaded") == true)

        let known = try await list(as: newStaff, at: door, trusting: renewed)
        #expect(known.exitCode == 0, "\(known.errorOutput)")
        let former = try await list(as: staff, at: door, trusting: renewed)
        #expect(former.exitCode == 69 && former.output.isEmpty, "\(former.errorOutput)")
        let suspicious = try await list(as: newStaff, at: door, trusting: authority)
        #expect(suspicious.exitCode == 77, "\(suspicious.errorOutput)")

        let reader = try await checkPublicDoor(door, trusting: renewed)
        try await reader.signUp(
            username: "reader",
            email: "reader@example.com",
            password: password
        )
        let link = try #require(try await reader.link()?.url)
        let guest = try await checkPublicDoor(door, trusting: renewed)
        try await guest.becomeGuest()
        try await guest.send("hello", toLink: link)
        #expect(await tail.nextLine()?.contains("\"event\":\"received\"") == true)
        #expect(await tail.end(by: SIGINT) == 130)
        #expect(await door.server.end(by: SIGTERM) == 0)
    }

    @Test("A file that is of no use changes nothing at either door")
    func uselessFile() async throws {
        let door = try await open()
        let renewed = CertificateAuthority(named: "Renewed")
        try renewed.issue().replace(door.issued)
        try "nothing".write(toFile: door.staffPath, atomically: true, encoding: .utf8)
        let failed = await door.reload()
        #expect(failed?.contains("event=reload-failed") == true, "\(failed ?? "")")
        #expect(failed?.contains("staff.pem") == true, "\(failed ?? "")")
        let known = try await list(as: staff, at: door, trusting: authority)
        #expect(known.exitCode == 0, "\(known.errorOutput)")
        _ = try await checkPublicDoor(door, trusting: authority)
        #expect(await door.server.end(by: SIGTERM) == 0)
    }
}
