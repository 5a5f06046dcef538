import ClientTestSupport
import NoteletAPI
import TTRPC
import Testing

@testable import NoteletClient

/// A call happens at most once, and gets through where it can.
@Suite(.timeLimit(.minutes(1))) struct RetryTests {
    @Test("A call in whose midst the machine slept is not made again, since its key may be gone")
    func sleepingMachines() async throws {
        let calls = Log<Void>()
        let server = try FakeServer { router in
            router.answer(MessagesAPI.sendToLink) { _, _ in
                calls.append(())
                throw RPCError(.unavailable, "gone")
            }
        }
        let clock = TestClock()
        // Steady clocks stand still while a machine sleeps.
        let client = try TestClient(
            server,
            clock: clock,
            whilePausing: { clock.advance(25 * 3_600) }
        )
        let error = await #expect(throws: NoteletError.self) {
            try await client.notelet.send("1", toLink: "abc")
        }
        #expect(error?.code == .timedOut && error?.mayBeDone == true)
        #expect(calls.entries.count == 1)
    }

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

    @Test("What never left is known not to be done, and what had no reply may be")
    func mayBeDone() async throws {
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, _ in
                try await waitForCancellation()
                return SwitchOffLinkResponse()
            }
            router.answer(ProfilesAPI.rotateLink) { _, _ in
                throw try RPCError.refusal(.accountRequired)
            }
        }
        let client = try TestClient(server) { configuration in
            configuration.attemptTimeout = .milliseconds(50)
            configuration.retry.attemptCountMax = 2
        }
        let refused = await #expect(throws: NoteletError.self) {
            try await client.notelet.rotateLink()
        }
        #expect(refused?.mayBeDone == false)
        let lost = await #expect(throws: NoteletError.self) {
            try await client.notelet.switchOffLink()
        }
        #expect(lost?.mayBeDone == true)
        server.stop()
        let gone = try TestClient("\(server.address)") { $0.retry.attemptCountMax = 2 }
        let unsent = await #expect(throws: NoteletError.self) {
            try await gone.notelet.switchOffLink()
        }
        #expect(unsent?.code == .unreachable && unsent?.mayBeDone == false)
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

    @Test(
        "What is full, or too much, is asked for again later, as the protocol has it",
        arguments: [
            (RefusalReason.storeFull, nil, [1, 2, 4, 8]), (.busy, nil, [1, 2, 4, 8]),
            (.tooManyConnections, nil, [1, 2, 4, 8]), (.rateLimited, "3", [3, 3, 3, 3, 3]),
            (.rateLimited, "0", [0, 0, 0, 0, 0]), (.rateLimited, "29", [29]),
            // There is no time for it.
            (.rateLimited, "31", []), (.rateLimited, "9223372036854775807", []),
            (.rateLimited, "soon", [1, 2, 4, 8]), (.rateLimited, "-5", [0, 0, 0, 0, 0]),
            (.watchReplaced, nil, []),
        ] as [(RefusalReason, String?, [Int])]
    )
    func laterRefusals(reason: RefusalReason, seconds: String?, pauses: [Int]) async throws {
        let keys = Log<String?>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                keys.append(context.key)
                let fields = seconds.map { ["retry_after_seconds": $0] } ?? [:]
                throw try RPCError.refusal(reason, fields: fields)
            }
        }
        let client = try TestClient(server, isPausingOnClock: true)
        let error = await #expect(throws: NoteletError.self) {
            try await client.notelet.switchOffLink()
        }
        #expect(error?.reason == reason)
        #expect(client.pauses.entries == pauses.map { .seconds($0) })
        #expect(keys.entries.count == pauses.count + 1 && Set(keys.entries).count == 1)
    }

    @Test(
        "A mistake of the server is tried past once, and nothing else that is no refusal",
        arguments: [
            (StatusCode.internal, 2), (.unknown, 2), (.cancelled, 2), (.aborted, 2),
            (StatusCode(rawValue: 99), 2), (.resourceExhausted, 1), (.dataLoss, 1),
            (.unimplemented, 1), (.invalidArgument, 1), (.failedPrecondition, 1),
            (.unavailable, 6), (.deadlineExceeded, 6),
        ]
    )
    func statuses(code: StatusCode, attemptCount: Int) async throws {
        let keys = Log<String?>()
        let server = try FakeServer { router in
            router.answer(ProfilesAPI.switchOffLink) { _, context in
                keys.append(context.key)
                throw RPCError(code, "")
            }
        }
        let client = try TestClient(server)
        await #expect(throws: NoteletError.self) { try await client.notelet.switchOffLink() }
        #expect(keys.entries.count == attemptCount && Set(keys.entries).count == 1)
    }

    @Test("A watch passes by one mistake for each page, and ends with the second")
    func mistakesOfWatches() async throws {
        let visits = Log<Void>()
        let server = try FakeServer { router in
            router.stream(SyncAPI.watch) { request, writer, _ in
                visits.append(())
                let count = request.cursor.count
                if count < 2 {
                    let change = Change(kind: .received(ReceivedMessage()))
                    let cursor = [UInt8](repeating: 1, count: count + 1)
                    try await writer.send(ChangePage(changes: [change], cursor: cursor))
                }
                throw RPCError(.internal, "a mistake")
            }
        }
        var pages = try TestClient(server).notelet.watch().makeAsyncIterator()
        #expect(try await pages.next()?.cursor.count == 1)
        #expect(try await pages.next()?.cursor.count == 2)
        let error = await #expect(throws: NoteletError.self) { _ = try await pages.next() }
        #expect(error?.code == .serverFailure && error?.message == "a mistake")
        #expect(visits.entries.count == 3)
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

    @Test("What a service asks for is never cut short by chance")
    func askedPauses() {
        let policy = RetryPolicy()
        for fraction in [0, 0.5, 0.999] {
            for seconds in [Remedy.secondsMax, .max] {
                let pause = policy.pause(
                    Remedy.waiting(seconds: seconds),
                    afterAttempts: 1,
                    fraction: fraction
                )
                #expect(pause >= .seconds(Remedy.secondsMax))
            }
            let pause = policy.pause(
                .wait(.seconds(10)),
                afterAttempts: 3,
                fraction: fraction
            )
            #expect(pause >= .seconds(10) && pause <= .seconds(15))
            let other = policy.pause(.wait(nil), afterAttempts: 30, fraction: fraction)
            #expect(other >= .seconds(30) && other <= .seconds(60))
        }
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
