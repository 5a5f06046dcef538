import NoteletClient

/// Many notes to one receiver, sent while the server may go away.
struct Storm: Sendable {
    let receiver: Person
    let ledger: Ledger
    let log: StormLog

    /// Half of them try again, half never do.
    static let senderCount = 16
    static let notesPerSender = 150
    /// Notes of one sender under way at a time.
    static let pipelineDepth = 8
    /// Enough for a restart that takes a minute.
    private static let patientAttemptCount = 12

    /// Whether a sender tries again.
    enum Temper: Sendable {
        case patient
        case impatient
    }

    /// Sends all notes of one sender.
    ///
    /// - Returns: How many were acknowledged.
    func send(from sender: Person, _ temper: Temper) async throws -> Int {
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = temper == .patient ? Storm.patientAttemptCount : 1
        configuration.callTimeout = .seconds(60)
        let notelet = try Notelet(
            receiver.notelet.server,
            sessions: sender.sessions,
            configuration: configuration
        )
        let replies = try await concurrently(
            Array(1...Storm.notesPerSender),
            limit: Storm.pipelineDepth
        ) { number in
            try await send("\(sender.name)의 쪽지 \(number)", notelet)
        }
        await notelet.close()
        return replies.count { $0 }
    }

    /// Sends one note, and tells whether it was acknowledged.
    private func send(_ content: String, _ notelet: Notelet) async throws -> Bool {
        let begunWhileServing = await log.begin()
        do throws(NoteletError) {
            try await notelet.send(content, toLink: receiver.link)
        } catch {
            guard error.code == .unreachable || error.code == .timedOut else { throw error }
            ledger.lose(content, to: receiver, from: Ledger.anonymousName)
            await log.lose(begunWhileServing: begunWhileServing)
            try await log.waitUntilServing()
            return false
        }
        ledger.acknowledge(content, to: receiver, from: Ledger.anonymousName)
        await log.acknowledge()
        return true
    }
}
