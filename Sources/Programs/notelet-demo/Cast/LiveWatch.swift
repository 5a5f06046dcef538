import NoteletClient

/// A watch that runs beside the play and keeps all it was shown.
actor LiveWatch {
    /// What came, in order.
    private(set) var changes: [Change] = []
    /// Where to resume after these changes.
    private(set) var cursor: [UInt8]
    private var isCaughtUp = false
    private var failure: NoteletError?
    private var task: Task<Void, Never>?
    private let bell = Bell()

    /// Begins at a cursor; the empty one is the beginning.
    init(of notelet: Notelet, from cursor: [UInt8] = []) async {
        self.cursor = cursor
        task = Task { [weak self] in
            do throws(NoteletError) {
                for try await page in notelet.watch(from: cursor) { await self?.take(page) }
            } catch {
                await self?.fail(error)
            }
        }
    }

    /// The received notes among the changes.
    var received: [ReceivedMessage] {
        changes.compactMap { change in
            if case .received(let note)? = change.kind { note } else { nil }
        }
    }

    /// Waits until the watch has come to the end of what there is.
    func waitUntilCaughtUp() async throws {
        try await wait("the watch catches up") { isCaughtUp }
    }

    /// Waits for a number of received notes.
    func wait(forReceivedCount count: Int) async throws {
        try await wait("the watch shows \(count) notes") { received.count >= count }
    }

    /// Waits for the answer to a note.
    func waitForAnswer(to messageID: [UInt8]) async throws -> Answer {
        try await wait("the watch shows the answer") { answer(to: messageID) != nil }
        return answer(to: messageID) ?? Answer()
    }

    /// Ends the watch.
    func stop() async {
        task?.cancel()
        await task?.value
    }

    private func answer(to messageID: [UInt8]) -> Answer? {
        for change in changes {
            if case .answered(let answered)? = change.kind, answered.messageID == messageID {
                return answered.answer
            }
        }
        return nil
    }

    private func wait(_ claim: String, until holds: () -> Bool) async throws {
        try await bell.wait(claim) {
            if let failure { throw failure }
            return holds()
        }
    }

    private func take(_ page: ChangePage) {
        changes += page.changes
        cursor = page.cursor
        isCaughtUp = page.isUpToDate
        bell.ring()
    }

    private func fail(_ error: NoteletError) {
        failure = error
        bell.ring()
    }
}
