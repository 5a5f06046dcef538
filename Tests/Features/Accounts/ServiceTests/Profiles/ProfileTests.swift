import NoteletAPI
import ProtobufCoding
import Testing

@testable import Serving

@Suite struct ProfileTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func update(_ request: UpdateProfileRequest) async throws -> User {
        let response = try await service.call(
            ProfilesAPI.updateProfile,
            request,
            as: alice.caller
        )
        return try #require(response.user)
    }

    private func profile() async throws -> User {
        let profile = ProfilesAPI.getProfile
        let response = try await service.call(profile, GetProfileRequest(), as: alice.caller)
        return try #require(response.user)
    }

    @Test func anUpdateChangesWhatIsGivenAndLeavesTheRest() async throws {
        var expected = alice.user
        expected.username = "alicia"
        #expect(try await update(UpdateProfileRequest(username: "alicia")) == expected)
        expected.profileImageURL = "https://example.com/a.png"
        let picture = UpdateProfileRequest(profileImageURL: "https://example.com/a.png")
        #expect(try await update(picture) == expected)
        expected.senderPolicy = .signedIn
        #expect(try await update(UpdateProfileRequest(senderPolicy: .signedIn)) == expected)
        expected.coarseTimes = true
        #expect(try await update(UpdateProfileRequest(coarseTimes: true)) == expected)
        expected.profileImageURL = ""
        #expect(try await update(UpdateProfileRequest(profileImageURL: "")) == expected)
        #expect(try await update(UpdateProfileRequest()) == expected)
        #expect(try await profile() == expected)
    }

    @Test func aNewUsernameMustBeFree() async throws {
        _ = try await service.person("bob")
        let reason = try await service.reason(
            ProfilesAPI.updateProfile,
            UpdateProfileRequest(username: "BOB"),
            as: alice.caller
        )
        #expect(reason == .usernameTaken)
        #expect(try await profile() == alice.user)
    }

    @Test func onesOwnUsernameInAnotherCaseIsFreeAndTheOldOneBecomesSo() async throws {
        #expect(try await update(UpdateProfileRequest(username: "ALICE")).username == "ALICE")
        #expect(try await update(UpdateProfileRequest(username: "other")).username == "other")
        _ = try await service.call(
            AccountsAPI.signUp,
            SignUpRequest(
                username: "alice",
                email: "alice2@example.com",
                password: TestService.password
            ),
            as: .nobody
        )
    }

    @Test func wrongValuesAreRefusedByTheirField() async throws {
        let wrong: [(String, UpdateProfileRequest)] = [
            ("username", UpdateProfileRequest(username: "")),
            ("username", UpdateProfileRequest(username: "익명")),
            ("profile_image_url", UpdateProfileRequest(profileImageURL: "http://example.com")),
            ("profile_image_url", UpdateProfileRequest(profileImageURL: "javascript:alert(1)")),
            ("sender_policy", UpdateProfileRequest(senderPolicy: .unspecified)),
            ("sender_policy", UpdateProfileRequest(senderPolicy: SenderPolicy(rawValue: 9))),
        ]
        for (field, request) in wrong {
            let method = ProfilesAPI.updateProfile
            let refusal = try await service.refusal(method, request, as: alice.caller)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == field)
        }
        #expect(try await profile() == alice.user)
    }

    @Test func anonymousNotesShowTheirDayAloneToWhoWantsThat() async throws {
        let bob = try await service.person("bob")
        try await service.send("before", from: bob, to: alice)
        let minute = try #require(try await service.received(by: alice).first?.receivedAt)
        _ = try await update(UpdateProfileRequest(coarseTimes: true))
        try await service.send("anonymous", from: bob, to: alice)
        try await service.send("named", from: bob, to: alice, revealing: true)
        let times = try await service.received(by: alice).map(\.receivedAt)
        let day = minute.seconds - minute.seconds % 86_400
        #expect(minute.seconds != day, "the test's clock is not at midnight")
        #expect(times.map { $0?.seconds } == [minute.seconds, day, minute.seconds])
        let feed = try await service.call(SyncAPI.pull, PullRequest(), as: alice.caller)
        let inFeed = feed.changes.compactMap { change in
            if case .received(let note) = change.kind { note.receivedAt } else { nil }
        }
        #expect(inFeed == times.reversed().compactMap(\.self))
        // The sender's own record is exact, as ever.
        #expect(try await service.sent(by: bob).allSatisfy { $0.sentAt?.seconds != day })
        _ = try await update(UpdateProfileRequest(coarseTimes: false))
        try await service.send("after", from: bob, to: alice)
        let last = try await service.received(by: alice).first?.receivedAt
        #expect(last?.seconds == minute.seconds)
    }

    @Test func aRenameDoesNotReachNotesThatWereReceived() async throws {
        let bob = try await service.person("bob")
        try await service.send(from: alice, to: bob, revealing: true)
        let before = try await service.received(by: bob)
        #expect(before.map(\.senderName) == ["alice"])
        _ = try await update(UpdateProfileRequest(username: "alicia"))
        #expect(try await service.received(by: bob) == before)
    }
}
