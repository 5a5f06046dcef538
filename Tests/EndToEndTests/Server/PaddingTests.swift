import NoteletClient
import TestSupport
import Testing

/// Who taps the wire of a server cannot match a note that is sent with one that arrives by length.
@Suite struct PaddingTests {
    private let authority = CertificateAuthority()
    private static let sizes: Set = [64, 256, 1_024, 4_096, 16_384]

    /// A person, the tap on the person's wire, and what the person is told live.
    private struct Tapped {
        let proxy: RecordingProxy
        let person: Notelet
        var pages: ChangeSequence.AsyncIterator

        init(_ name: String, at port: UInt16, trusting authority: String) async throws {
            proxy = try RecordingProxy(to: port)
            var configuration = NoteletConfiguration()
            configuration.authorityFile = authority
            person = try Notelet(proxy.address, configuration: configuration)
            let email = "\(name)@example.com"
            try await person.signUp(username: name, email: email, password: password)
            pages = person.watch().makeAsyncIterator()
        }

        /// Waits for a page with something in it.
        mutating func nextChanges() async throws -> [Change] {
            while let page = try await pages.next() {
                if !page.changes.isEmpty { return page.changes }
            }
            return []
        }
    }

    @Test(
        "Two hundred anonymous notes of all lengths, and answers to them, have five sizes",
        .timeLimit(.minutes(2))
    )
    func sizes() async throws {
        let issued = authority.issue()
        let server = try await ServerProcess(
            at: "tls://127.0.0.1:0",
            arguments: ["--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath]
                + ["--shared-address"]
        )
        let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
        var writer = try await Tapped("writer", at: port, trusting: authority.path)
        var reader = try await Tapped("reader", at: port, trusting: authority.path)
        let link = try #require(try await reader.person.link())
        let contact = try await writer.person.addContact(name: "reader", link: link.token)
        // The watches begin here, with a copy of all that is there.
        #expect(try await writer.nextChanges().contains { $0.kind == .contact(contact) })
        _ = try await reader.nextChanges()
        writer.proxy.forget()
        reader.proxy.forget()

        for index in 0..<200 {
            let content = String(repeating: index % 3 == 0 ? "🌱" : "쪽", count: 1 + index * 10)
            if index % 2 == 0 {
                try await writer.person.send(content, toLink: link.token)
            } else {
                try await writer.person.send(content, toContact: contact.id)
            }
            let changes = try await reader.nextChanges()
            guard case .received(let note) = try #require(changes.first?.kind) else {
                throw Unexpected()
            }
            #expect(note.content == content && note.isAnonymous)
            _ = try await writer.nextChanges()
            if index % 10 == 0 {
                try await reader.person.answer(note.id, with: String(content.prefix(500)))
                _ = try await reader.nextChanges()
                _ = try await writer.nextChanges()
            }
        }
        for tapped in [writer, reader] {
            let counts = tapped.proxy.byteCounts
            for direction in [RecordingProxy.Direction.up, .down] {
                #expect(Set(try #require(counts[direction])).isSubset(of: Self.sizes), "\(counts)")
            }
        }
        // Sends go up on one wire and come down on the other.
        #expect(writer.proxy.byteCounts[.up]?.count == 200)
        #expect(try #require(reader.proxy.byteCounts[.down]).count >= 200)
        #expect(Set(try #require(writer.proxy.byteCounts[.down])) == Self.sizes)
        for tapped in [writer, reader] { tapped.proxy.end() }
        #expect(await server.stop() == 0)
    }

    private struct Unexpected: Error {}
}
