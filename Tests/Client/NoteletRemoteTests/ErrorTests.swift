import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import TTRPC
import Testing

/// Each failure of the client library is one of the few kinds that applications know.
@Suite("Errors of repositories", .timeLimit(.minutes(1)))
struct ErrorTests {
    @Test(
        "A failure without a refusal is sorted by its code",
        arguments: [
            (NoteletError.Code.unreachable, AppError.Kind.network(.noConnection)),
            (.handshakeFailed, .network(.noConnection)),
            (.timedOut, .network(.timeout)),
            (.serverFailure, .network(.server(code: 13))),
            (.notOffered, .network(.server(code: 12))),
            (.protocolViolation, .network(.unknown)),
            (.notAuthenticated, .auth(.sessionExpired)),
            (.refused, .data(.conflict("why"))),
            (.sessionStore, .unknown("sessionStore: why")),
            (.invalidAddress, .unknown("invalidAddress: why")),
            (.unusableCertificate, .unknown("unusableCertificate: why")),
        ]
    )
    func codes(code: NoteletError.Code, kind: AppError.Kind) {
        let error = AppError(NoteletError(code, "why"), wasSignedIn: true)
        #expect(error.kind == kind)
        #expect(error.refusal == nil)
    }

    @Test("Whose session is over is told from who never was signed in")
    func sessions() {
        let error = NoteletError(.notAuthenticated, "why")
        #expect(AppError(error, wasSignedIn: false) == .auth(.unauthorized))
        #expect(AppError(error, wasSignedIn: true) == .auth(.sessionExpired))
    }

    @Test("A wrong password is no session that has ended", arguments: [true, false])
    func wrongPasswords(wasSignedIn: Bool) {
        for reason in [RefusalReason.wrongCredentials, .resetCodeInvalid] {
            let error = AppError(refusal(reason), wasSignedIn: wasSignedIn)
            #expect(error.kind == .auth(.unauthorized))
            #expect(error.refusal != nil)
        }
        let over = AppError(refusal(.notAuthenticated), wasSignedIn: wasSignedIn)
        #expect(over.kind == .auth(wasSignedIn ? .sessionExpired : .unauthorized))
    }

    @Test("Each refusal that there is is sorted by its status", arguments: RefusalCatalogue.entries)
    func refusals(entry: RefusalCatalogue.Entry) {
        let kind = AppError(refusal(entry.reason), wasSignedIn: true).kind
        switch entry.code {
        case .invalidArgument: #expect(kind == .data(.validation("why")))
        case .notFound: #expect(kind == .data(.notFound("why")))
        case .alreadyExists, .failedPrecondition, .permissionDenied:
            #expect(kind == .data(.conflict("why")))
        case .resourceExhausted: #expect(kind == .network(.server(code: 8)))
        case .unimplemented: #expect(kind == .network(.server(code: 12)))
        case .unavailable: #expect(kind == .network(.server(code: 14)))
        case .dataLoss: #expect(kind == .network(.server(code: 15)))
        case .unauthenticated:
            #expect(kind == .auth(.sessionExpired) || kind == .auth(.unauthorized))
        }
    }

    @Test("A refusal keeps its name, its facts and its sentences")
    func contents() {
        let fields = ["remaining_days": "2"]
        var texts = RefusalCatalogue.texts(for: .contactLocked, fields: fields)
        texts["fr"] = "Pas encore."
        let refusal = NoteletAPI.Refusal(
            reason: .contactLocked,
            fields: fields,
            texts: texts,
            retryable: true
        )
        let error = AppError(refusal)
        #expect(error.refusal?.reason == "CONTACT_LOCKED")
        #expect(error.refusal?.fields == fields)
        #expect(error.refusal?.isRetryable == true)
        #expect(error.refusal?.texts.count == 3)
        #expect(error.text(in: .ko) == "아직 삭제할 수 없습니다. 2일 후 삭제 가능합니다.")
        #expect(error.kind == .data(.conflict(texts["en"] ?? "")))
        #expect(error.action == .retry)
    }

    @Test("A refusal of a later server is a conflict that keeps what it says")
    func unknownRefusals() {
        let refusal = NoteletAPI.Refusal(
            reason: RefusalReason(rawValue: 4_321),
            texts: ["en": "Not on Sundays."]
        )
        let error = AppError(refusal)
        #expect(error.kind == .data(.conflict("Not on Sundays.")))
        #expect(error.refusal?.reason.contains("4321") == true)
        #expect(error.text(in: .en) == "Not on Sundays.")
        #expect(error.text(in: .ko) == AppError.data(.conflict("")).text(in: .ko))
        // And one without words is told by its name.
        let silent = AppError(NoteletAPI.Refusal(reason: .ownLink))
        #expect(silent.kind == .data(.validation("REFUSAL_REASON_OWN_LINK")))
    }

    @Test("A call that was cancelled throws what no screen shows")
    func cancellation() async throws {
        let isCalled = Log<Void>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.getProfile) { _, _ in
                isCalled.append(())
                try await waitForCancellation()
                return GetProfileResponse()
            }
        }
        let remote = RemoteRepositories(try TestClient(server).notelet)
        let task = Task { try await remote.users.fetchCurrentUser() }
        await isCalled.wait(forCount: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A server that is not there is no connection")
    func unreachable() async throws {
        let server = try FakeServer { _ in }
        let client = try TestClient(server)
        server.stop()
        let remote = RemoteRepositories(client.notelet)
        await #expect(throws: AppError.network(.noConnection)) {
            _ = try await remote.users.fetchCurrentUser()
        }
    }

    @Test("Who signed in is told that the session is over, and who did not that nobody is")
    func expiredSessions() async throws {
        let desk = try Desk { router in
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(ContactsAPI.getContact) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(ContactsAPI.deleteContact) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        _ = try await desk.remote.auth.login(email: "a", password: "b")
        let over = await #expect(throws: AppError.self) {
            _ = try await desk.remote.contacts.fetchContact(byId: UUID())
        }
        #expect(over?.kind == .auth(.sessionExpired))
        let nobody = await #expect(throws: AppError.self) {
            try await desk.remote.contacts.deleteContact(byId: UUID())
        }
        #expect(nobody?.kind == .auth(.unauthorized))
    }

    private func refusal(_ reason: RefusalReason) -> NoteletError {
        NoteletError(.refused, "why", refusal: NoteletAPI.Refusal(reason: reason))
    }
}
