import Glibc
import Locking
import NoteletAPI
import NoteletClient
import TTRPC
import TestSupport
import Testing

/// Eight clients send while the server is killed again and again.
@Suite struct CrashTests {
    private static let clientCount = 8
    private static let roundCount = 20

    @Test(.timeLimit(.minutes(2)))
    func whatWasAcknowledgedIsThereExactlyOnceAfterEachKill() async throws {
        var random = SeededGenerator()
        let server = try await ServerProcess()
        let address = server.address
        let reader = try await signUp("reader", at: address)
        let link = try #require(try await reader.link()?.url)
        let guests = try await Self.guests(Self.clientCount, at: address)
        let log = SendLog()
        var restarts: [Duration] = []
        for round in 0..<Self.roundCount {
            let stop = StopFlag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, token) in guests.enumerated() {
                    let name = "\(round).\(index)"
                    group.addTask {
                        await Self.send(name, token, link, address, log, until: stop)
                    }
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...150, using: &random)))
                await server.stop(SIGKILL)
                stop.set()
                try await group.waitForAll()
            }
            let start = ContinuousClock.now
            try await server.start()
            restarts.append(ContinuousClock.now - start)
        }
        // The median is the server's doing; the slowest is that of a machine busy with other tests.
        #expect(restarts.sorted()[Self.roundCount / 2] < .seconds(1), "\(random) \(restarts)")

        // The retry of what nobody knows of: applied now, or long since.
        try await Self.retry(log.unknown, link, address, log)
        #expect(log.unknown.isEmpty, "\(random)")
        var counts: [String: Int] = [:]
        for try await note in reader.inbox(pageSize: 500).items {
            counts[note.content, default: 0] += 1
        }
        let acknowledged = log.acknowledged
        #expect(acknowledged.count > Self.roundCount * Self.clientCount, "\(random)")
        #expect(Set(counts.keys) == acknowledged, "\(random)")
        #expect(counts.values.allSatisfy { $0 == 1 }, "\(random)")
        #expect(await server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func theContactLimitAndTheListAgreeAfterKills() async throws {
        var random = SeededGenerator()
        let server = try await ServerProcess()
        let person = try await signUp("owner", at: server.address)
        for round in 0..<6 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        _ = try? await person.addContact(name: "\(round).\(number)")
                    }
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...30, using: &random)))
                try await server.restart(SIGKILL)
                try await group.waitForAll()
            }
            var names: Set<String> = []
            var count = 0
            for try await contact in person.contacts().items {
                names.insert(contact.name)
                count += 1
            }
            let limit = try await person.contactLimit()
            #expect(Int(limit.currentCount) == count && names.count == count, "\(random)")
            #expect(count <= 5 && limit.remainingSlots == Int32(5 - count), "\(random)")
        }
        #expect(await server.stop() == 0)
    }

    /// Access tokens of new guests.
    private static func guests(_ count: Int, at address: String) async throws -> [String] {
        let client = try await TTRPC.Client.connect(to: TTRPC.Address(address))
        var tokens: [String] = []
        for _ in 0..<count {
            let method = AccountsAPI.createGuest.summary
            let response: CreateGuestResponse = try await client.call(
                TTRPC.MethodDescriptor(service: method.service, method: method.name),
                CreateGuestRequest()
            )
            tokens.append(try #require(response.session).accessToken)
        }
        return tokens
    }

    /// Sends notes over one connection, several at a time, until it breaks.
    private static func send(
        _ name: String,
        _ token: String,
        _ link: String,
        _ address: String,
        _ log: SendLog,
        until stop: StopFlag
    ) async {
        guard let target = try? TTRPC.Address(address),
            let client = try? await TTRPC.Client.connect(to: target)
        else { return }
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    await sendInTurn("\(name).\(lane)", token, link, client, log, until: stop)
                }
            }
        }
    }

    private static func sendInTurn(
        _ name: String,
        _ token: String,
        _ link: String,
        _ client: TTRPC.Client,
        _ log: SendLog,
        until stop: StopFlag
    ) async {
        var number = 0
        while !stop.isSet {
            let note = SentNote(content: "\(name).\(number)", token: token)
            log.begin(note)
            do { try await call(client, note, link) } catch { return }
            log.end(note)
            number += 1
        }
    }

    private static func retry(
        _ notes: Set<SentNote>,
        _ link: String,
        _ address: String,
        _ log: SendLog
    ) async throws {
        let client = try await TTRPC.Client.connect(to: TTRPC.Address(address))
        for note in notes {
            let first = try await call(client, note, link)
            let again = try await call(client, note, link)
            #expect(first == again)
            log.end(note)
        }
    }

    @discardableResult
    private static func call(
        _ client: TTRPC.Client,
        _ note: SentNote,
        _ link: String
    ) async throws -> SendResponse {
        let method = MessagesAPI.sendToLink.summary
        return try await client.call(
            TTRPC.MethodDescriptor(service: method.service, method: method.name),
            SendToLinkRequest(link: link, content: note.content),
            options: CallOptions(
                timeout: .seconds(10),
                metadata: [
                    "authorization": "Bearer \(note.token)", "idempotency-key": note.content,
                ]
            )
        )
    }
}

/// One intention to send.
private struct SentNote: Hashable, Sendable {
    let content: String
    let token: String
}

/// What was begun, and what of it was acknowledged.
private final class SendLog: Sendable {
    private let state = Mutex((begun: Set<SentNote>(), acknowledged: Set<String>()))

    var unknown: Set<SentNote> { state.withLock { $0.begun } }
    var acknowledged: Set<String> { state.withLock { $0.acknowledged } }

    func begin(_ note: SentNote) { state.withLock { _ = $0.begun.insert(note) } }

    func end(_ note: SentNote) {
        state.withLock { state in
            state.begun.remove(note)
            state.acknowledged.insert(note.content)
        }
    }
}

/// Says once that it is enough.
private final class StopFlag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
