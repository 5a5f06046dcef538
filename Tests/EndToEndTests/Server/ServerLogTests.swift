import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServerLogTests {
    @Test
    func aLogOfEachRequestTellsNothingOfPeopleAndNotes() async throws {
        let folder = TemporaryDirectory()
        let options = ["--log-level", "debug", "--log-format", "json"]
        let (server, address) = try await startServer(in: folder, options)
        let secrets = try await Self.story(at: address)
        #expect(await server.end(by: SIGTERM) == 0)
        var lines: [String] = []
        while let line = await server.nextErrorLine() { lines.append(line) }

        var statuses: Set<String> = []
        var numbers: Set<String> = []
        let keys: Set = ["time", "level", "event", "request", "method", "status", "duration_ms"]
        for line in lines {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            )
            guard object["event"] as? String == "request" else { continue }
            let isKnown = object["method"] as? String != "unknown"
            #expect(Set(object.keys) == keys.union(isKnown ? ["app"] : []))
            statuses.insert(try #require(object["status"] as? String))
            #expect(numbers.insert(try #require(object["request"] as? String)).inserted)
        }
        #expect(numbers.count > 10)
        #expect(statuses.isSuperset(of: ["OK", "UNAUTHENTICATED", "UNIMPLEMENTED"]))
        let log = lines.joined(separator: "\n").lowercased()
        for secret in secrets {
            #expect(secret.count > 7)
            for form in Self.forms(of: secret) {
                #expect(!log.contains(form.lowercased()), "\(form) is in the log")
            }
        }
    }

    /// Lives through all that leaves traces, and returns what must not be among them.
    private static func story(at address: String) async throws -> [[UInt8]] {
        let sessions = MemorySessionStore()
        let receiver = try Notelet(address, sessions: sessions)
        let texts = [
            "canary-username", "canary-mail@example.com", "canary password 쪽지", "canary note 쪽지",
            "canary answer", "canary contact", "canary memo", "canary-guess@example.com",
        ]
        try await receiver.signUp(username: texts[0], email: texts[1], password: texts[2])
        let link = try #require(try await receiver.link())
        let guest = MemorySessionStore()
        let sender = try Notelet(address, sessions: guest)
        try await sender.becomeGuest()
        let sent = try await sender.send(texts[3], toLink: link.url)
        let received = try #require(try await receiver.inbox().items.first { _ in true })
        try await receiver.answer(received.id, with: texts[4])
        let contact = try await receiver.addContact(
            AddContactRequest(name: texts[5], memo: texts[6])
        )
        _ = try await receiver.findPerson(byLink: link.url)
        try await receiver.block(senderOf: received.id)
        _ = try? await sender.logIn(email: texts[7], password: texts[2])
        _ = try? await sender.message(received.id)
        for try await _ in receiver.export(password: texts[2]) {}
        let raw = try RawConnection(address)
        raw.send(1, request("canary.Service", "CanaryMethod"))
        #expect(try raw.receive()?.code == 12)
        _ = try await receiver.logIn(email: texts[1], password: texts[2])
        for client in [receiver, sender] { await client.close() }

        var secrets = texts.map { Array($0.utf8) }
        secrets += [sent.messageID, received.id, contact.id]
        let token = try #require(link.url.split(separator: "/").last)
        secrets += [Array(token.utf8), Array("canary.Service".utf8), Array("CanaryMethod".utf8)]
        for session in [sessions.load(), guest.load()].compactMap({ $0 }) {
            secrets += [Array(session.accessToken.utf8), Array(session.refreshToken.utf8)]
        }
        return secrets
    }

    /// The ways in which bytes could be written into a log.
    static func forms(of bytes: [UInt8]) -> [String] {
        [
            String(decoding: bytes, as: UTF8.self),
            bytes.map { String(format: "%02x", $0) }.joined(),
            Data(bytes).base64EncodedString(),
        ]
    }

    @Test
    func signalsChangeWhatIsLoggedAndABadFileChangesNothing() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path("notelet.conf")
        func write(_ text: String) throws {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        try write("log-level = info\nslow-request-time = 0\n")
        let (server, address) = try await startServer(in: folder, ["--config", path])
        let client = try Notelet(address)
        _ = try await client.check()
        try write("log-level = debug\nslow-request-time = 0\ndrain-time = 3s\n")
        server.send(SIGHUP)
        // Nothing of the request before comes between.
        for event in ["store-opened", "ready"] {
            #expect(await server.nextErrorLine()?.contains(" event=\(event) ") == true)
        }
        let reloaded = "level=warning event=reloaded log_level=debug restart_needed_by=drain-time"
        #expect(await server.nextErrorLine()?.hasSuffix(reloaded) == true)
        _ = try await client.check()
        #expect(await server.nextErrorLine()?.contains("Health/Check status=OK") == true)
        try write("log-levl = info\n")
        server.send(SIGHUP)
        let failed = try #require(await server.nextEvent("reload-failed"))
        #expect(
            failed.contains("notelet.conf:1: unknown setting 'log-levl'; did you mean 'log-level'?")
        )
        _ = try await client.check()
        #expect(await server.nextErrorLine()?.contains("Health/Check status=OK") == true)
        try write("log-level = info\nslow-request-time = 1ns\n")
        server.send(SIGHUP)
        #expect(await server.nextEvent("reloaded")?.hasSuffix("log_level=info") == true)
        _ = try await client.check()
        #expect(await server.nextErrorLine()?.contains("event=slow-request") == true)
        #expect(await server.end(by: SIGTERM) == 0)
    }
}
