internal import NoteletInterface

/// Keeps one copy, where no other process does: follows the feed, and sends what waits.
struct CopyKeeper: Sendable {
    let copy: CopyStore
    let lock: CopyLock
    let sync: CopySync
    let sender: OutboxSender
    let configuration: OfflineConfiguration

    /// Keeps the copy until the task is cancelled.
    ///
    /// Where another process has it, that one's changes are shown, and the copy is kept here once
    /// the other has ended.
    func run() async {
        while !Task.isCancelled {
            if await lock.take() {
                await keep()
                await lock.release()
                // Keeping ends with the session, too: what others change is still to be seen.
                if Task.isCancelled { return }
                await show()
                return
            }
            sync.noteOther()
            await copy.noticeOthers()
            try? await Task.sleep(for: configuration.pollInterval)
        }
    }

    /// Keeps the copy until the task is cancelled or the session is over.
    private func keep() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await show() }
            group.addTask { await wakeSender() }
            await withDiscardingTaskGroup { group in
                group.addTask { await sync.run() }
                group.addTask { await sender.run() }
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
        for await isConnected in connections where isConnected { await sender.wake() }
    }
}
