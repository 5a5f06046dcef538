import ClientTestSupport
import NoteletAPI
import NoteletClient
import TTRPC
import Testing

/// A call happens at most once, and gets through where it can.
@Suite struct RetryTests {
    @Test("A write whose connection is cut is sent again with the same key")
    func cutConnection() async throws {
        let keys = Log<String?>()
        let first = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                keys.append(context.key)
                try await waitForCancellation()
                return SwitchOffLinkResponse()
            }
        }
        let restarts = Log<Void>()
        let client = try TestClient(first, whilePausing: { await restarts.wait(forCount: 1) })
        async let call: Void = client.notelet.switchOffLink()
        await keys.wait(forCount: 1)
        first.stop()
        let second = try FakeServer(at: first.address) { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                keys.append(context.key)
                return SwitchOffLinkResponse()
            }
        }
        restarts.append(())
        try await call
        second.stop()
        #expect(keys.entries.count == 2)
        #expect(keys.entries[0] == keys.entries[1])
        #expect(keys.entries[0]?.count == 32)
    }

    @Test("A write whose reply is lost is sent again with the same key")
    func lostReply() async throws {
        let keys = Log<String?>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                if keys.append(context.key) == 1 { try await waitForCancellation() }
                return SwitchOffLinkResponse()
            }
        }
        let client = try TestClient(server) { $0.attemptTimeout = .milliseconds(200) }
        try await client.notelet.switchOffLink()
        // A busy machine may lose more replies than the one that is withheld.
        #expect(keys.entries.count >= 2)
        #expect(Set(keys.entries).count == 1)
    }

    @Test("Each write has a key of its own, and a read has none")
    func keys() async throws {
        let keys = Log<String?>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                keys.append(context.key)
                return SwitchOffLinkResponse()
            }
            router.answer(HealthAPI.check) { _, context in
                #expect(context.key == nil)
                return CheckResponse(status: .serving)
            }
        }
        let client = try TestClient(server)
        try await client.notelet.switchOffLink()
        try await client.notelet.switchOffLink()
        #expect(try await client.notelet.check().status == .serving)
        #expect(Set(keys.entries).count == 2)
    }

    @Test("Attempts are bounded and their pauses double", arguments: [1, 2, 5])
    func bounded(attemptCount: Int) async throws {
        let keys = Log<String?>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                keys.append(context.key)
                throw RPCError(.unavailable, "not now")
            }
        }
        let client = try TestClient(server) { $0.retry.attemptCountMax = attemptCount }
        let error = await #expect(throws: NoteletError.self) {
            try await client.notelet.switchOffLink()
        }
        #expect(error?.code == .unreachable)
        #expect(keys.entries.count == attemptCount)
        #expect(Set(keys.entries).count == 1)
        let pauses = (0..<(attemptCount - 1)).map { Duration.milliseconds(100 << $0) }
        #expect(client.pauses.entries == pauses)
    }

    @Test("A busy server is asked again, another refusal is final")
    func refusals() async throws {
        let calls = Log<Void>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, _ in
                throw try RPCError.refusal(calls.append(()) == 1 ? .busy : .contactLocked)
            }
        }
        let client = try TestClient(server)
        let error = await #expect(throws: NoteletError.self) {
            try await client.notelet.switchOffLink()
        }
        #expect(error?.reason == .contactLocked)
        #expect(calls.entries.count == 2)
    }

    @Test("Nobody there is unreachable, after all attempts")
    func nobody() async throws {
        let server = try FakeServer { _ in }
        server.stop()
        let client = try TestClient(server)
        let error = await #expect(throws: NoteletError.self) { try await client.notelet.check() }
        #expect(error?.code == .unreachable)
        #expect(client.pauses.entries.count == 5)
    }

    @Test("A call ends in its time when no reply comes")
    func timeout() async throws {
        let server = try FakeServer { router in
            router.answer(HealthAPI.check) { _, _ in
                try await waitForCancellation()
                return CheckResponse()
            }
        }
        let client = try TestClient(server) { configuration in
            configuration.attemptTimeout = .milliseconds(20)
            configuration.callTimeout = .milliseconds(300)
        }
        let error = await #expect(throws: NoteletError.self) { try await client.notelet.check() }
        #expect(error?.code == .timedOut)
    }

    @Test("A cancelled task ends its call at once")
    func cancellation() async throws {
        let calls = Log<Void>()
        let server = try FakeServer { router in
            router.answer(HealthAPI.check) { _, _ in
                calls.append(())
                try await waitForCancellation()
                return CheckResponse()
            }
        }
        let client = try TestClient(server)
        let task = Task { try await client.notelet.check() }
        await calls.wait(forCount: 1)
        task.cancel()
        let error = await #expect(throws: NoteletError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(calls.entries.count == 1)
    }

    @Test("A closed client calls nobody")
    func closed() async throws {
        let server = try FakeServer { router in
            router.answer(HealthAPI.check) { _, _ in CheckResponse() }
        }
        let client = try TestClient(server)
        _ = try await client.notelet.check()
        await client.notelet.close()
        let error = await #expect(throws: NoteletError.self) { try await client.notelet.check() }
        #expect(error?.code == .unreachable)
    }

    @Test("Pauses grow to their longest and shrink by chance to half", arguments: [0, 0.5, 0.999])
    func pauses(fraction: Double) {
        let policy = RetryPolicy()
        for attemptCount in 1...40 {
            let whole = min(0.1 * Double(1 << min(attemptCount - 1, 20)), 10)
            let pause = policy.pause(afterAttempts: attemptCount, fraction: fraction)
            #expect(abs(pause / .seconds(1) - whole * (1 - fraction / 2)) < 0.001)
        }
    }
}
