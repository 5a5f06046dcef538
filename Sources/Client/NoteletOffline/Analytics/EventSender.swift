internal import ClientTransport
internal import Foundation
internal import NoteletInterface
internal import NoteletRemote

/// Sends the events that wait, where no other process does.
struct EventSender: Sendable {
    /// Sends a batch of events.
    typealias Send = @Sendable (EventStore.Batch) async throws -> Void

    let store: EventStore
    let lock: CopyLock
    /// Tells that there is something to send.
    let hub: ChangeHub
    let configuration: OfflineConfiguration
    let send: Send

    /// Sends until the task is cancelled.
    func run() async {
        var failureCount = 0
        var version: UInt64?
        while !Task.isCancelled {
            let present = hub.version(of: Self.topics)
            if present == version {
                await wait(after: present, failureCount)
                continue
            }
            version = present
            // What happens together goes out together.
            try? await Task.sleep(for: configuration.eventInterval)
            do {
                try await sendAll()
                failureCount = 0
            } catch {
                if Task.isCancelled { return }
                configuration.log("Events were not sent: \(error)")
                failureCount += 1
            }
        }
    }

    /// Has the sender go on when there is a network again.
    func wake() async {
        let connections = configuration.networkMonitor.observeConnection()
        for await isConnected in connections where isConnected { hub.tell(.network) }
    }

    private static let topics: Topics = [.sending, .network]

    /// Waits for something to send, or to send again what was not.
    private func wait(after version: UInt64, _ failureCount: Int) async {
        guard failureCount > 0 else { return await hub.wait(for: Self.topics, after: version) }
        let pause = configuration.pause(afterFailures: failureCount)
        await hub.wait(for: .network, after: hub.version(of: .network), atMost: pause)
        hub.tell(.sending)
    }

    private func sendAll() async throws {
        guard configuration.networkMonitor.isConnected, try await lock.take() else { return }
        do {
            while let batch = try await store.firstBatch() {
                if !batch.events.isEmpty { try await sendOrDrop(batch) }
                try await store.remove(batch)
            }
        } catch {
            await lock.release()
            throw error
        }
        await lock.release()
    }

    /// Sends a batch; what the service does not want at all is not kept for it.
    private func sendOrDrop(_ batch: EventStore.Batch) async throws {
        do {
            try await send(batch)
        } catch let error as AppError
            where !error.isUnreached && error.refusal?.isRetryable != true
        {
            configuration.log("Events were dropped: \(error)")
        }
    }
}
