import Records
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving

/// Every write of the contract.
private let writes = ServiceDescriptor.allMethods.filter(\.isWrite)

/// Writes that end the very session that a retry would come with.
private let endingWrites: Set<String> = ["LogOut", "DeleteAccount"]

@Suite struct IdempotencyTests {
    let world: World
    let service: TestService

    init() async throws {
        world = try await World()
        service = world.service
    }

    private func reason(_ outcome: CallOutcome) throws -> RefusalReason? {
        guard case .failure(let error) = outcome else { return nil }
        return try NoteletAPI.Refusal(of: Status(error)).reason
    }

    private func call(
        _ method: MethodSummary,
        key: String? = "key-1",
        payload: [UInt8]? = nil,
        as caller: Caller? = nil
    ) async -> CallOutcome {
        await service.outcome(
            method,
            payload ?? world.payload(of: method),
            as: caller ?? world.caller(of: method),
            key: key
        )
    }

    @Test(arguments: writes.filter { !endingWrites.contains($0.name) })
    func aRetryGetsTheFirstReplyAndHappensOnce(method: MethodSummary) async throws {
        // It may tell of a moment, which is the same when it is sent again.
        let payload = world.payload(of: method)
        let first = try await call(method, payload: payload).get()
        // A retry may carry a newer token of the same person.
        let caller = method.name == "Refresh" ? Caller.nobody : try await freshCaller(method)
        let before = try service.contents()
        service.clock.advance(seconds: 60)
        let again = try await call(method, payload: payload, as: caller).get()
        #expect(again == first)
        #expect(try service.contents() == before, "\(method) left a trace")
    }

    private func freshCaller(_ method: MethodSummary) async throws -> Caller {
        method.token == .none ? .nobody : try await service.renewed(world.alice).caller
    }

    /// What a retry of these is told: the session that proved who retries is gone.
    @Test(arguments: writes.filter { endingWrites.contains($0.name) })
    func aRetryOfAnEndIsToldThatTheSessionHasEnded(method: MethodSummary) async throws {
        _ = try await call(method).get()
        #expect(try await reason(call(method)) == .notAuthenticated)
    }

    @Test(arguments: writes.filter { !endingWrites.contains($0.name) })
    func theSameKeyWithAnotherRequestIsRefused(method: MethodSummary) async throws {
        _ = try await call(method).get()
        let caller = try await freshCaller(method)
        let before = try service.contents()
        let other = world.otherPayload(than: world.payload(of: method))
        let again = await call(method, payload: other, as: caller)
        #expect(try reason(again) == .idempotencyKeyReused)
        #expect(try service.contents() == before, "\(method) left a trace")
    }

    @Test func aRetryMayBePaddedOtherwise() async throws {
        let method = MessagesAPI.sendToLink.summary
        let bare = world.payload(of: method)
        let first = try await call(method, payload: bare).get()
        for byteCount in [1, 100] {
            let padding = [0x7a, UInt8(byteCount)] + [UInt8](repeating: 7, count: byteCount)
            #expect(try await call(method, payload: bare + padding).get() == first)
            let other = world.otherPayload(than: bare) + padding
            #expect(try await reason(call(method, payload: other)) == .idempotencyKeyReused)
        }
        #expect(try await service.sent(by: world.alice).count == 1)
        let bytes = try service.storeBytes()
        #expect(!bytes.contains([UInt8](repeating: 7, count: 100)))
    }

    @Test func theSameKeyWithAnotherMethodIsRefused() async throws {
        _ = try await call(ProfilesAPI.rotateLink.summary).get()
        let other = await call(ProfilesAPI.switchOffLink.summary)
        #expect(try reason(other) == .idempotencyKeyReused)
    }

    @Test func aKeyBelongsToItsCaller() async throws {
        let method = ProfilesAPI.rotateLink.summary
        let mine = try await call(method).get()
        let theirs = try await call(method, as: world.bob.caller).get()
        #expect(mine != theirs)
    }

    @Test func nobodyButWhoHasTheKeyReadsAKeptReplyWithSecrets() async throws {
        let method = AccountsAPI.logIn.summary
        let reply = try await call(method, key: "my-own-key").get()
        let secrets = service.dependencies.secrets
        let key = ScopedKey(user: .nobody, key: try IdempotencyKey("my-own-key"))
        let lived = service.dependencies.lived.now()
        let kept = try #require(
            try service.store.read { store throws(DomainError) in
                try store.reply(for: key, at: lived)
            }
        )
        #expect(secrets.open(kept.reply, with: "my-own-key") == reply)
        #expect(secrets.open(kept.reply) == nil)
        #expect(secrets.open(kept.reply, with: "another-key") == nil)
        // As earlier versions kept it.
        let earlier = KeptReply(requestDigest: kept.requestDigest, reply: secrets.seal(reply))
        try await service.write { store, _ throws(DomainError) in
            try store.keep(earlier, for: key, at: lived)
        }
        #expect(try await call(method, key: "my-own-key").get() == reply)
    }

    /// What is kept under a key of Bob's.
    private func kept(_ key: String) throws -> KeptReply? {
        let key = ScopedKey(user: try service.number(of: world.bob), key: try IdempotencyKey(key))
        return try service.store.read {
            [lived = service.dependencies.lived.now()] store
                throws(DomainError) in
            try store.reply(for: key, at: lived)
        }
    }

    private func keep(_ reply: KeptReply, _ key: String) async throws {
        let key = ScopedKey(user: try service.number(of: world.bob), key: try IdempotencyKey(key))
        let lived = service.dependencies.lived.now()
        try await service.write { store, _ throws(DomainError) in
            try store.keep(reply, for: key, at: lived)
        }
    }

    /// The fingerprint of a request as earlier versions kept it.
    private func formerDigest(_ method: MethodSummary, _ payload: [UInt8]) -> [UInt8] {
        let request = Array("\(method.service)/\(method.name)".utf8) + [0] + payload
        return service.dependencies.secrets.fingerprint(request.span.bytes)
    }

    /// Bob's answer to a note that names its sender.
    private func answer(to id: [UInt8], key: String = "answer") async throws -> CallOutcome {
        let payload = encode(AnswerMessageRequest(messageID: id, content: "네"))
        let method = MessagesAPI.answerMessage.summary
        return await call(method, key: key, payload: payload, as: world.bob.elsewhere)
    }

    private func namedNote(from sender: Person) async throws -> [UInt8] {
        try await service.send("쪽지", from: sender, to: world.bob, revealing: true)
        return try #require(try await service.received(by: world.bob).first).id
    }

    @Test func whoWasDeletedIsNotShownToARetry() async throws {
        let sender = try await service.person("evelyn")
        let id = try await namedNote(from: sender)
        let first = try await answer(to: id).get()
        #expect(first.contains(Array("evelyn".utf8)))
        _ = try await service.call(
            AccountsAPI.deleteAccount,
            DeleteAccountRequest(password: TestService.password),
            as: sender.caller
        )
        await service.keepHouse()
        let again = try await answer(to: id).get()
        let message = try ProtobufDecoder().decode(AnswerMessageResponse.self, from: again).message
        #expect(message == (try await service.received(by: world.bob).first))
        #expect(message?.answer?.content == "네")
        #expect(!again.contains(Array("evelyn".utf8)))
        #expect(try kept("answer")?.reply == id)
    }

    @Test func aRetryOfAnAnswerIsToldThatItsNoteWasDeleted() async throws {
        let id = try await namedNote(from: world.alice)
        _ = try await answer(to: id).get()
        let request = DeleteMessageRequest(messageID: id)
        _ = try await service.call(MessagesAPI.deleteMessage, request, as: world.bob.caller)
        #expect(try reason(try await answer(to: id)) == .messageNotFound)
    }

    @Test func anAnswerThatAnEarlierVersionKeptIsTheReply() async throws {
        let id = try await namedNote(from: world.alice)
        let payload = encode(AnswerMessageRequest(messageID: id, content: "네"))
        let reply = encode(AnswerMessageResponse(message: ReceivedMessage(id: id, content: "쪽지")))
        let method = MessagesAPI.answerMessage.summary
        let digest = formerDigest(method, payload)
        try await keep(KeptReply(requestDigest: digest, reply: reply), "answer")
        #expect(try await answer(to: id).get() == reply)
    }

    /// Or who reads the store could try passwords against the fingerprint of the call.
    @Test func aFingerprintIsNotOfTheRequestAlone() async throws {
        let method = AccountsAPI.changePassword.summary
        let payload = encode(
            ChangePasswordRequest(
                currentPassword: TestService.password,
                newPassword: TestService.password + "!"
            )
        )
        let bob = world.bob.elsewhere
        _ = try await call(method, key: "one", payload: payload, as: bob).get()
        let digest = try #require(try kept("one")).requestDigest
        #expect(digest != formerDigest(method, payload))
        #expect(digest.count == 16)
        // The same request under another key.
        let kept = KeptReply(requestDigest: digest, reply: [])
        try await keep(kept, "two")
        let again = await call(method, key: "two", payload: payload, as: bob)
        #expect(try reason(again) == .idempotencyKeyReused)
    }

    @Test func aFingerprintOfAnEarlierVersionIsKnown() async throws {
        let method = ProfilesAPI.switchOffLink.summary
        let former = KeptReply(requestDigest: formerDigest(method, []), reply: [])
        try await keep(former, "former")
        let bob = world.bob.elsewhere
        #expect(try await call(method, key: "former", payload: [], as: bob).get() == [])
        let other = await call(method, key: "former", payload: [0xa0, 0x06, 0x01], as: bob)
        #expect(try reason(other) == .idempotencyKeyReused)
    }

    @Test func retriesAtOnceHappenOnce() async throws {
        let (world, service) = (world, service)
        let method = MessagesAPI.sendToLink.summary
        let replies = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let caller = world.alice.elsewhere
                    let payload = world.payload(of: method)
                    return try? await service.outcome(
                        method,
                        payload,
                        as: caller,
                        key: "one"
                    ).get()
                }
            }
            return await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
        }
        #expect(replies.count == 1 && !replies.contains(nil))
        #expect(try await service.sent(by: world.alice).count == 1)
    }

    @Test func aKeyIsGoodForFortyEightHoursAndForgottenByTheDayAfter() async throws {
        // At the last moment of a day the key lives shortest.
        let lastOfDay = Instant(milliseconds: (1_700_092_800 + 3 * 86_400) * 1_000 - 1)
        service.clock.advance(milliseconds: service.clock.now().milliseconds(until: lastOfDay))
        var caller = try await service.renewed(world.alice).caller
        let method = ProfilesAPI.rotateLink.summary
        let first = try await call(method, as: caller).get()
        service.clock.advance(seconds: 2 * 86_400)
        await service.keepHouse()
        caller = try await service.renewed(world.alice).caller
        #expect(try await call(method, as: caller).get() == first)
        service.clock.advance(milliseconds: 1)
        caller = try await service.renewed(world.alice).caller
        let later = try await call(method, as: caller).get()
        #expect(later != first)
    }

    @Test func housekeepingForgetsRepliesOfDaysThatAreOver() async throws {
        let keys = (0..<450).map { "key-\($0)" }
        for key in keys { _ = await call(ProfilesAPI.switchOffLink.summary, key: key) }
        #expect(try service.replyCount() == keys.count)
        service.clock.advance(seconds: 2 * 86_400)
        #expect(await service.keepHouse() == 1)
        #expect(try service.replyCount() == keys.count)
        service.clock.advance(seconds: 86_400)
        // In steps of 200 records, so that it shares the writer.
        #expect(await service.keepHouse() == 3)
        #expect(try service.replyCount() == 0)
    }

    @Test func aRefusedWriteKeepsNothing() async throws {
        let add = ContactsAPI.addContact.summary
        let twin = encode(AddContactRequest(name: "bob"))
        #expect(try await reason(call(add, payload: twin)) == .duplicateContactName)
        let fixed = encode(AddContactRequest(name: "bob 2"))
        _ = try await call(add, payload: fixed).get()
    }

    @Test func withoutAKeyEachCallIsApplied() async throws {
        let method = MessagesAPI.sendToLink.summary
        for _ in 0..<2 { _ = try await call(method, key: nil).get() }
        #expect(try await service.sent(by: world.alice).count == 2)
    }

    @Test(arguments: ["", " ", "a b", "é", "\u{7f}", String(repeating: "k", count: 65)])
    func anIllegalKeyIsRefusedByItsField(key: String) async throws {
        guard case .failure(let error) = await call(MessagesAPI.sendToLink.summary, key: key)
        else { throw Unexpected("the key was taken") }
        let refusal = try NoteletAPI.Refusal(of: Status(error))
        #expect(refusal.fields["field"] == "idempotency-key")
    }

    @Test func aKeyOfSixtyFourCharactersIsTaken() async throws {
        let key = String(repeating: "~", count: 64)
        _ = try await call(MessagesAPI.sendToLink.summary, key: key).get()
    }

    @Test(arguments: writes.filter { !endingWrites.contains($0.name) })
    func noTokenOfAReplyIsReadableInTheStore(method: MethodSummary) async throws {
        let reply = try await call(method).get()
        let bytes = try service.storeBytes()
        for token in tokens(in: reply) {
            #expect(!bytes.contains(Array(token.utf8)), "\(method) keeps a token")
            let raw = Base64URL.decode(token) ?? []
            #expect(!bytes.contains(Array(raw.suffix(16))), "\(method) keeps a secret")
        }
    }

    /// Runs of 22 or 64 letters of base64url: links and tokens.
    private func tokens(in reply: [UInt8]) -> [String] {
        let text = String(decoding: reply, as: UTF8.self)
        let words = text.split {
            !($0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)))
        }
        // The length of a field may be a letter itself, which then stands before the token.
        return words.flatMap { word in
            [String(word), String(word.dropFirst())].filter { [22, 64].contains($0.count) }
        }
    }
}
