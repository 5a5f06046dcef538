import ClientTransport
import Glibc
import Testing

@testable import NoteletClient

/// What is behind a failure is there in Korean, whatever it is.
@Suite struct KoreanErrorTests {
    private static let faults: [ConnectionFailure.FileFault] = [
        .unreadable(ENOENT), .unreadable(ENOTTY), .notAFile, .tooLong, .noCertificate,
        .noPrivateKey, .privateKeyLocked, .privateKeyExposed,
        .privateKeyMismatch(certificatePath: "/c.pem"), .expired, .notYetValid,
        .rejected(reason: "x"),
    ]
    private static let causes: [ConnectionFailure.Cause] =
        [
            .system(ECONNREFUSED), .system(ENOTTY), .unresolvedHost("h", reason: "x"), .timedOut,
            .untrustedCertificate(reason: "x"), .wrongHost("h"), .refusedByPeer(reason: "x"),
            .notTLS, .endedInHandshake, .security(reason: "x"),
        ] + faults.map { .file(path: "/p.pem", $0) }

    @Test("Every cause is told in Korean", arguments: causes)
    func everyCause(cause: ConnectionFailure.Cause) {
        #expect(cause.korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
        if case .file(let path, _) = cause { #expect(cause.korean.hasPrefix(path)) }
    }

    @Test("A connection that was lost is told in Korean, and a server's own words as they are")
    func lost() {
        let lost = NoteletError(CallStatus.connectionLost)
        #expect(lost.code == .unreachable && lost.text(in: "ko") == "연결이 끊겼습니다")
        #expect(lost.text(in: "en") == "the connection was lost")
        let ending = NoteletError(CallStatus.serverStopping)
        #expect(ending.text(in: "ko") == "서버가 종료하는 중입니다")
        #expect(NoteletError(CallStatus(.internal, "words")).text(in: "ko") == "words")
    }

    @Test("Whoever asks in Korean learns why there is no server, and where")
    func unreachable() async throws {
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = 1
        let notelet = try Notelet("unix:///nowhere/x.sock", configuration: configuration)
        let error = await #expect(throws: NoteletError.self) { try await notelet.check() }
        await notelet.close()
        #expect(error?.text(in: "ko") == "unix:///nowhere/x.sock: 파일이나 폴더가 없습니다")
        #expect(error?.text(in: "en") == error?.message)
        #expect(error?.message.hasPrefix("cannot connect to unix:///nowhere/x.sock: ") == true)
    }
}
