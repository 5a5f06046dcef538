import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import TTRPC
import Testing

/// Callers who name their intentions themselves.
@Suite(.timeLimit(.minutes(1))) struct IdempotencyKeyTests {
    private static let key = IdempotencyKey("draft-7")

    /// Every write of the library with the caller's own key; replies without content end some of
    /// them, after the call was made.
    private static let writes: [String: @Sendable (Notelet) async throws -> Void] = [
        "SignUp": {
            try await $0.signUp(username: "", email: "", password: "", idempotencyKey: key)
        },
        "LogIn": { try await $0.logIn(email: "", password: "", idempotencyKey: key) },
        "CreateGuest": { try await $0.becomeGuest(idempotencyKey: key) },
        "ChangePassword": { try await $0.changePassword(from: "", to: "", idempotencyKey: key) },
        "ChangeEmail": { try await $0.changeEmail(to: "", password: "", idempotencyKey: key) },
        "EndSession": { try await $0.endSession([], idempotencyKey: key) },
        "ResetPassword": { try await $0.resetPassword(code: "", to: "", idempotencyKey: key) },
        "UpdateProfile": { try await $0.updateProfile(username: "", idempotencyKey: key) },
        "RotateLink": { try await $0.rotateLink(idempotencyKey: key) },
        "SwitchOffLink": { try await $0.switchOffLink(idempotencyKey: key) },
        "MuteWord": { try await $0.mute(word: "", idempotencyKey: key) },
        "UnmuteWord": { try await $0.unmute(word: "", idempotencyKey: key) },
        "AddContact": { try await $0.addContact(name: "", idempotencyKey: key) },
        "UpdateContact": {
            try await $0.updateContact(UpdateContactRequest(), idempotencyKey: key)
        },
        "DeleteContact": { try await $0.deleteContact([], idempotencyKey: key) },
        "SendToLink": { try await $0.send("", toLink: "", idempotencyKey: key) },
        "SendToContact": { try await $0.send("", toContact: [], idempotencyKey: key) },
        "AnswerMessage": { try await $0.answer([], with: "", idempotencyKey: key) },
        "DeleteMessage": { try await $0.deleteMessage([], idempotencyKey: key) },
        "BlockSender": { try await $0.block(senderOf: [], idempotencyKey: key) },
        "UnblockSender": { try await $0.unblock(senderOf: [], idempotencyKey: key) },
        "ReportMessage": { try await $0.report([], reason: .spam, idempotencyKey: key) },
        "LogOut": { try await $0.logOut(idempotencyKey: key) },
        "DeleteAccount": { try await $0.deleteAccount(password: "", idempotencyKey: key) },
    ]

    @Test("Every write takes a key of the caller's own")
    func everyWrite() async throws {
        // The library refreshes sessions by itself, and nobody asks it to.
        // Those of further features are tested where they are.
        let common = ServiceDescriptor.allMethods.filter { $0.service.hasPrefix("notelet.v1.") }
        let names = common.filter(\.isWrite).map(\.name)
        #expect(Set(names) == Set(Self.writes.keys).union(["Refresh"]))
        for (name, write) in Self.writes {
            let keys = Log<String?>()
            let method = try #require(ServiceDescriptor.allMethods.first { $0.name == name })
            let server = try FakeServer { router in
                if name != "CreateGuest" { router.admitGuests(TestClock()) }
                router.unary(TTRPC.MethodDescriptor(service: method.service, method: name)) {
                    (_: CheckRequest, context) in
                    keys.append(context.key)
                    return CheckResponse()
                }
            }
            let client = try TestClient(server)
            if name != "CreateGuest" { try await client.notelet.becomeGuest() }
            // What a reply lacks is told after the call.
            _ = try? await write(client.notelet)
            #expect(keys.entries == ["draft-7"], "\(name)")
        }
    }

    @Test("A key of the caller's own goes with every attempt")
    func everyAttempt() async throws {
        let keys = Log<String?>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                if keys.append(context.key) < 3 { throw try RPCError.refusal(.busy) }
                return SwitchOffLinkResponse()
            }
        }
        let client = try TestClient(server)
        try await client.notelet.switchOffLink(idempotencyKey: Self.key)
        #expect(keys.entries == ["draft-7", "draft-7", "draft-7"])
    }

    @Test("A key is 1 to 64 visible ASCII characters, also in JSON")
    func texts() throws {
        for text in ["a", "!~", String(repeating: "x", count: 64)] {
            let key = try #require(IdempotencyKey(text))
            #expect(key.text == text)
            let json = try JSONEncoder().encode([key])
            #expect(try JSONDecoder().decode([IdempotencyKey].self, from: json) == [key])
        }
        for text in ["", " ", "a b", "\u{7f}", "키", String(repeating: "x", count: 65)] {
            #expect(IdempotencyKey(text) == nil)
            let json = try JSONEncoder().encode([text])
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([IdempotencyKey].self, from: json)
            }
        }
        let made = (0..<100).map { _ in IdempotencyKey() }
        #expect(Set(made).count == 100 && made.allSatisfy { IdempotencyKey($0.text) == $0 })
    }
}
