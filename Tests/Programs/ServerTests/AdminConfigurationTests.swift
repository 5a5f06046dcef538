import CommandLineInterface
import TTRPC
import TestSupport
import Testing

@testable import notelet_server

/// Which doors for operators a server opens.
@Suite struct AdminConfigurationTests {
    private func configuration(_ arguments: [String] = []) throws -> Configuration {
        let parser = CommandLineParser(ServerCommand.root, environment: [:])
        let parsed = try parser.parse(["--store", "s"] + arguments)
        guard case .run(let invocation) = parsed else { throw ExitCode.bug }
        return try Configuration(invocation)
    }

    @Test func thereIsNoneByDefault() throws {
        #expect(try configuration().administration.addresses.isEmpty)
    }

    @Test func aUnixSocketNeedsNothingElse() throws {
        let administration = try configuration(["--admin-listen", "unix:///a"]).administration
        #expect(administration.addresses == [.unix(path: "/a")])
        #expect(administration.credentials == nil)
    }

    @Test func theirPageIsServedWhereTheySay() throws {
        let listen = ["--admin-web-listen", "unix:///a"]
        let administration = try configuration(listen).administration
        #expect(administration.webAddresses.map { "\($0)" } == ["unix:///a"])
        #expect(administration.addresses.isEmpty && administration.webCredentials == nil)
    }

    @Test(arguments: ["http://127.0.0.1:7578", "tls://127.0.0.1:7578", "fd://3", ""])
    func aPageForEverybodyIsRefused(address: String) {
        #expect(throws: UsageError.self) { try configuration(["--admin-web-listen", address]) }
    }

    @Test(arguments: ["tcp://127.0.0.1:7576", "tcp://[::1]:7576", "fd://3", "", "unix://a"])
    func whatProvesNothingIsRefused(address: String) {
        #expect(throws: UsageError.self) { try configuration(["--admin-listen", address]) }
    }

    @Test(arguments: [
        ("--admin-listen", "tls://127.0.0.1:0"), ("--admin-web-listen", "https://127.0.0.1:0"),
    ])
    func encryptedDoorsDemandCertificates(option: String, address: String) throws {
        let authority = CertificateAuthority()
        let issued = authority.issue()
        let listen = [option, address]
        let certificate = [
            "--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath,
        ]
        let staff = ["--admin-tls-client-ca", authority.path]
        for incomplete in [listen, listen + certificate, listen + staff] {
            #expect(throws: CommandFailure.self) { try configuration(incomplete) }
        }
        // What the public door lets in does not open this one.
        let publicly = ["--tls-client-ca", authority.path]
        #expect(throws: CommandFailure.self) {
            try configuration(listen + certificate + publicly)
        }
        let whole = try configuration(listen + certificate + staff)
        let isWeb = option == "--admin-web-listen"
        #expect((whole.administration.credentials != nil) == !isWeb)
        #expect((whole.administration.webCredentials != nil) == isWeb)
        #expect(whole.credentials == nil && whole.web.credentials == nil)
    }
}
