internal import ClientTransport
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Answers questions with a copy of what the service said last; to change something there must be a
/// network.
struct KeptAnswers: ObservableAnswerSource {
    let space: AccountSpace
    /// How much was done here by which there may be other answers.
    private let changeCount = Guarded(0)

    init(space: AccountSpace) {
        self.space = space
    }

    /// Answers as the policy of lists has it, but that what is known to be old is asked for first.
    func answer<Reply, Value>(to question: Question<Reply, Value>) async throws -> Value {
        let account = try await space.requireAccount()
        let kept = try await kept(question, of: account)
        if let kept, !kept.isOld, account.configuration.reads == .copyFirst {
            account.inBackground("The copy was not refreshed") { account in
                _ = try await ask(question, account)
            }
            return kept.value
        }
        do {
            return try await ask(question, account)
        } catch let error as AppError where error.isUnreached {
            guard let kept else { throw error }
            account.configuration.log("The service was not asked: \(error)")
            return kept.value
        }
    }

    /// What is kept, and again whenever it is another one; what is old is asked for.
    func answers<Reply, Value: Equatable>(
        to question: Question<Reply, Value>
    ) -> AsyncStream<Value?> {
        space.hub.values(of: [.answers, .network]) {
            guard let account = try await space.account() else { return nil }
            let kept = try await kept(question, of: account)
            if let kept, !kept.isOld { return kept.value }
            do {
                return try await ask(question, account)
            } catch {
                guard let kept else { throw error }
                return kept.value
            }
        }
    }

    /// Has the service change it, after which what is kept is old.
    func change<Reply: Sendable>(
        _ call: (Notelet) async throws(NoteletError) -> Reply
    ) async throws -> Reply {
        let account = try await space.requireAccount()
        let reply = try await account.caller.call(call)
        try await noteChange(in: account) { _ in }
        return reply
    }

    /// Notes that something was changed at the service, after which what is kept is old.
    ///
    /// - Parameters:
    ///   - account: Whose copy it is.
    ///   - body: Takes in at once what the service said.
    /// - Throws: `AppError`.
    func noteChange(
        in account: OpenAccount,
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Void
    ) async throws {
        changeCount.withLock { $0 += 1 }
        try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.noteOldAnswers()
            try body(tables)
        }
    }

    private func kept<Reply, Value>(
        _ question: Question<Reply, Value>,
        of account: OpenAccount
    ) async throws -> KeptAnswer<Value>? {
        try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.answer(to: question)
        }
    }

    /// Asks the service, and keeps what it answers, unless nothing of that can be shown.
    private func ask<Reply, Value>(
        _ question: Question<Reply, Value>,
        _ account: OpenAccount
    ) async throws -> Value {
        let before = changeCount.withLock { $0 }
        let reply = try await account.caller.call(question.ask)
        let value = try question.shown(reply)
        let isOld = changeCount.withLock { $0 } != before
        try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.keep(reply, to: question, isOld: isOld)
        }
        return value
    }
}
