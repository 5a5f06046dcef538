import Records
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving

/// Every write of the contract.
private let writes = ServiceDescriptor.commonMethods.filter(\.isWrite)

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
        let first = try await call(method).get()
        // A retry may carry a newer token of the same person.
        let caller = method.name == "Refresh" ? Caller.nobody : try await freshCaller(method)
        let before = try service.contents()
        service.clock.advance(seconds: 60)
        let again = try await call(method, as: caller).get()
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
