import TTRPC
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SecurityTests {
    private let authority = CertificateAuthority()

    private static let endpoint = Address.tls(host: "127.0.0.1", port: 0)

    private func credentials(
        demanding clients: CertificateAuthority? = nil
    ) throws -> ServerCredentials {
        let issued = authority.issue()
        return try ServerCredentials(
            certificateFile: issued.certificatePath,
            keyFile: issued.keyPath,
            clientAuthorityFile: clients?.path
        )
    }

    private func trust(as issued: CertificateAuthority.Issued? = nil) throws -> ClientCredentials {
        try ClientCredentials(
            authorityFile: authority.path,
            certificateFile: issued?.certificatePath,
            keyFile: issued?.keyPath
        )
    }

    @Test
    func callsAndStreamsTravelEncryptedBesideThoseThatDoNot() async throws {
        let running = try RunningServer()
        let address = try running.server.listen(on: Self.endpoint, credentials: credentials())
        #expect(address.isSecure && address.description.hasPrefix("tls://127.0.0.1:"))
        #expect(!running.address.isSecure)
        for client in [
            try await Client.connect(to: address, credentials: trust()),
            try await running.connect(),
        ] {
            let text = String(repeating: "쪽지", count: 200_000)
            let reply: EchoPayload = try await client.call(
                Methods.echo,
                EchoPayload(seq: 1, msg: text)
            )
            #expect(reply == EchoPayload(seq: 2, msg: text))
            let parts = try client.serverStream(
                Methods.flood,
                Sum(num: 2_000),
                returning: EchoPayload.self
            )
            var count: UInt32 = 0
            for try await part in parts {
                #expect(part.seq == count)
                count += 1
            }
            #expect(count == 2_000)
        }
    }

    @Test
    func aSecureAddressNeedsACertificate() throws {
        let running = try RunningServer()
        let error = #expect(throws: RuntimeError.self) {
            try running.server.listen(on: Self.endpoint)
        }
        #expect(error?.code == .cannotListen)
        #expect(error?.message.contains("needs a certificate") == true)
    }

    @Test
    func filesOfNoUseSaySo() throws {
        let missing = #expect(throws: RuntimeError.self) {
            try ServerCredentials(certificateFile: "/nowhere/a.pem", keyFile: "/nowhere/b.pem")
        }
        #expect(missing?.code == .unusableCertificate)
        #expect(missing?.message.contains("/nowhere/a.pem cannot be read") == true)
        let foreign = #expect(throws: RuntimeError.self) {
            try ClientCredentials(authorityFile: "/nowhere/ca.pem")
        }
        #expect(foreign?.code == .unusableCertificate)
    }

    @Test
    func anUntrustedServerAndAPlainOneAreToldApart() async throws {
        let running = try RunningServer()
        let address = try running.server.listen(on: Self.endpoint, credentials: credentials())
        let untrusted = await #expect(throws: RuntimeError.self) {
            try await Client.connect(to: address)
        }
        #expect(untrusted?.code == .handshakeFailed)
        #expect(untrusted?.message.contains("certificate of the other side is refused") == true)
        guard case .tcp(let host, let port) = running.address else { return }
        let plain = await #expect(throws: RuntimeError.self) {
            try await Client.connect(to: .tls(host: host, port: port), credentials: trust())
        }
        #expect(plain?.code == .cannotConnect)
        #expect(plain?.message.contains("does not speak TLS") == true)
    }

    @Test
    func aPlainClientIsToldWhatIsSpoken() async throws {
        let running = try RunningServer()
        let address = try running.server.listen(on: Self.endpoint, credentials: credentials())
        guard case .tls(let host, let port) = address else { return }
        let client = try await Client.connect(to: .tcp(host: host, port: port))
        let error = await #expect(throws: RPCError.self) {
            try await client.call(Methods.raw, payload: [1])
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("tls://") == true)
    }

    @Test(.timeLimit(.minutes(1)))
    func anAddressHasSoManyConnectionsWithThoseInTheHandshake() async throws {
        let running = try RunningServer { $0.limits.connectionCountPerAddressMax = 2 }
        let address = try running.server.listen(on: Self.endpoint, credentials: credentials())
        var silent = [try RawPeer(running, at: address), try RawPeer(running, at: address)]
        await #expect(throws: RuntimeError.self) {
            try await Client.connect(to: address, credentials: trust())
        }
        silent.removeAll()
        var client: Client?
        while client == nil, !Task.isCancelled {
            client = try? await Client.connect(to: address, credentials: trust())
        }
        #expect(try await client?.call(Methods.raw, payload: [7]) == [7])
    }

    @Test
    func handlersKnowWhoHasProvedThemselves() async throws {
        let staff = CertificateAuthority(named: "Staff")
        var router = Router()
        router.registerUnary(Methods.raw) { call, _, reply in
            reply.succeed(Array((call.connection.certificateName ?? "").utf8))
        }
        let running = try RunningServer(router)
        let address = try running.server.listen(
            on: Self.endpoint,
            credentials: credentials(demanding: staff)
        )
        let issued = staff.issue("operator", hosts: [], usage: .client)
        let known = try await Client.connect(to: address, credentials: trust(as: issued))
        #expect(try await known.call(Methods.raw, payload: []) == Array("operator".utf8))
        let unnamed = try await running.connect()
        #expect(try await unnamed.call(Methods.raw, payload: []).isEmpty)

        let unknown = try await Client.connect(to: address, credentials: trust())
        // Whether a call was under way when the server said why it ends, or is made afterwards.
        for _ in 0..<2 {
            let error = await #expect(throws: RPCError.self) {
                try await unknown.call(Methods.raw, payload: [])
            }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("certificate required") == true)
            await unknown.waitUntilClosed()
        }
    }

    @Test
    func renewedFilesCountForNewConnections() async throws {
        let issued = authority.issue()
        let credentials = try ServerCredentials(
            certificateFile: issued.certificatePath,
            keyFile: issued.keyPath
        )
        let running = try RunningServer()
        let address = try running.server.listen(on: Self.endpoint, credentials: credentials)
        let old = try await Client.connect(to: address, credentials: trust())

        let successor = CertificateAuthority(named: "Successor")
        try successor.issue().replace(issued)
        try credentials.reload()
        await #expect(throws: RuntimeError.self) {
            try await Client.connect(to: address, credentials: trust())
        }
        let renewed = try ClientCredentials(authorityFile: successor.path)
        let new = try await Client.connect(to: address, credentials: renewed)
        for client in [old, new] {
            #expect(try await client.call(Methods.raw, payload: [7]) == [7])
        }

        try CertificateAuthority.Issued(certificatePath: authority.path, keyPath: issued.keyPath)
            .replace(issued)
        let error = #expect(throws: RuntimeError.self) { try credentials.reload() }
        #expect(error?.code == .unusableCertificate)
        #expect(
            try await Client.connect(to: address, credentials: renewed)
                .call(Methods.raw, payload: [8]) == [8]
        )
    }

    @Test(arguments: [
        ("tls://a", "'tls://a' lacks a port: write tls://HOST:PORT"),
        ("tls://::1:1", "'tls://::1:1' needs brackets: write tls://[ADDRESS]:PORT"),
        (
            "http://a:1",
            "'http://a:1' is no address: write tcp://HOST:PORT, tls://HOST:PORT or "
                + "unix:///PATH"
        ),
    ])
    func addressesSayWhatWouldBeRight(text: String, message: String) throws {
        let error = #expect(throws: RuntimeError.self) { try Address(text) }
        #expect(error?.message == message)
        #expect(try Address("tls://[::1]:1").description == "tls://[::1]:1")
        #expect(try Address("tls://example.com:7575") == .tls(host: "example.com", port: 7575))
    }
}
