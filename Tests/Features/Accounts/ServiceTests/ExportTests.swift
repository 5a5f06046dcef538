import Dispatch
import NoteletAPI
import TestSupport
import Testing

@testable import Serving

@Suite struct ExportTests {
    private func export(
        _ service: TestService,
        _ person: Person,
        _ password: String = TestService.password
    ) async throws -> RecordingStream {
        let stream = RecordingStream()
        let request = ExportDataRequest(password: password)
        _ = try service.open(AccountsAPI.exportData, request, as: person.elsewhere, on: stream)
        await stream.runUntilFinished()
        return stream
    }

    @Test func anExportHoldsAllThatIsOnesOwnAndNothingElse() async throws {
        let world = try await World()
        let (service, alice, bob) = (world.service, world.alice, world.bob)
        try await service.send("이름과 함께", from: alice, to: bob, revealing: true)
        let block = BlockSenderRequest(messageID: world.note.id)
        try await service.call(MessagesAPI.blockSender, block, as: alice.caller)
        for number in 0..<150 { try await service.send("\(number)", from: alice, to: bob) }

        let stream = try await export(service, alice)
        #expect(stream.reason == nil)
        let parts = try stream.decoded(ExportDataResponse.self).compactMap(\.part)
        var expected: [ExportDataResponse.Part] = [.user(alice.user)]
        expected += try await service.contacts(of: alice).map { .contact($0) }
        expected += try await service.received(by: alice).map { .received($0) }
        expected += try await service.sent(by: alice).map { .sent($0) }
        expected.append(.blockedMessageID(world.note.id))
        #expect(Array(parts.prefix(expected.count)) == expected)
        // Parts of further features come last.
        let sessions = parts.dropFirst(expected.count).prefix { part in
            if case .record = part { false } else { true }
        }
        #expect(sessions.count == (try service.sessionCount(of: alice)))
        for part in sessions {
            guard case .session = part else { throw Unexpected("\(part) is no session") }
        }
        let secrets = [alice.session.accessToken, alice.session.refreshToken, bob.user.email]
        for message in stream.messages {
            for secret in secrets { #expect(!contains(message, Array(secret.utf8))) }
            for form in forms(of: bob.user.id) { #expect(!contains(message, form)) }
        }
    }

    @Test func twoExportsHaveNoIDInCommon() async throws {
        let world = try await World()
        let alices = try await export(world.service, world.alice)
        let bobs = try await export(world.service, world.bob)
        let ids = try ids(of: alices).intersection(ids(of: bobs))
        #expect(ids.isEmpty)
    }

    private func ids(of stream: RecordingStream) throws -> Set<[UInt8]> {
        let parts = try stream.decoded(ExportDataResponse.self).compactMap(\.part)
        return Set(
            parts.compactMap { part in
                switch part {
                case .user(let user): user.id
                case .contact(let contact): contact.id
                case .received(let note): note.id
                case .sent(let note): note.id
                case .blockedMessageID(let id): id
                case .session, .mutedWord, .record: nil
                }
            }
        )
    }

    @Test(arguments: ["", "a wrong password", String(repeating: "x", count: 1_000)])
    func aWrongPasswordExportsNothing(password: String) async throws {
        let service = try TestService()
        let alice = try await service.person("alice")
        let stream = try await export(service, alice, password)
        #expect(stream.reason == .wrongCredentials && stream.messages.isEmpty)
    }

    @Test func nothingIsSentBeforeThePasswordWasChecked() async throws {
        var limits = PasswordPool.Limits()
        limits.runningMax = 1
        let pool = PasswordPool(on: PasswordThreads(limits: limits))
        let service = try TestService(pool: pool)
        let alice = try await service.person("alice")
        let gate = DispatchSemaphore(value: 0)
        pool.submit { _ in gate.passPatiently() }
        let stream = RecordingStream()
        let request = ExportDataRequest(password: "a wrong password")
        let session = try service.open(
            AccountsAPI.exportData,
            request,
            as: alice.caller,
            on: stream
        )
        session.clientCanTakeMore()
        stream.runJobs()
        #expect(stream.messages.isEmpty)
        gate.signal()
        #expect(await stream.runUntilFinished() == .wrongCredentials)
        #expect(stream.messages.isEmpty)
    }
}
