internal import NoteletClient
internal import NoteletInterface

/// Keeps one copy, where no other process does: follows the feed, and sends what waits.
struct CopyKeeper: Sendable {
    let copy: CopyStore
    let lock: CopyLock
    let sync: CopySync
    let shared: SharedSync
    let sender: OutboxSender
    let configuration: OfflineConfiguration

    /// Keeps the copy until the task is cancelled.
    ///
    /// Where another process has it, that one's changes are shown, and the copy is kept here once
    /// the other has ended.
    func run() async {
        while !Task.isCancelled {
            if await takeLock() {
                await keep()
                await lock.release()
                if Task.isCancelled { return }
                // Keeping ends with the session, too: what others change is still to be seen.
                sync.note(.signedOut)
                copy.hub.tell(.user)
                return await show()
            }
            await copy.noticeOthers()
            try? await Task.sleep(for: configuration.pollInterval)
        }
    }

    /// Takes the lock, or says why that is not possible.
    private func takeLock() async -> Bool {
        do throws(PrivateFile.Refusal) {
            if try await lock.take() { return true }
            sync.note(.keptByAnother)
        } catch {
            sync.note(.failed("The lock of the copy cannot be used: \(error)"))
        }
        return false
    }

    /// Keeps the copy until the task is cancelled or the session is over.
    private func keep() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await show() }
            group.addTask { await wakeSender() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await sync.run() }
                group.addTask { await shared.run() }
                group.addTask { await sender.run() }
                // What one of them has found out, that the session is over, holds for all.
                await group.next()
                group.cancelAll()
            }
            group.cancelAll()
        }
    }

    /// Shows what other processes change.
    private func show() async {
        while !Task.isCancelled {
            await copy.noticeOthers()
            try? await Task.sleep(for: configuration.pollInterval)
        }
    }

    /// Has the sender go on when there is a network again.
    private func wakeSender() async {
        let connections = configuration.networkMonitor.observeConnection()
        for await isConnected in connections where isConnected {
            copy.hub.tell(.network)
            await sender.wake()
        }
    }
}
