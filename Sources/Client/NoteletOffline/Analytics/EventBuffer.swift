internal import Foundation
internal import NoteletInterface
internal import NoteletRemote

/// Takes events at once, and has them kept and sent behind.
final class EventBuffer: Sendable {
    private let news: AsyncStream<LoggedEvent>.Continuation
    private let keeping: Task<Void, Never>
    private let sending: Task<Void, Never>
    private let store: EventStore
    private let hub = ChangeHub()
    private let configuration: OfflineConfiguration

    /// Keeps events in a folder, which is made for the first of them.
    init(
        in folder: URL,
        configuration: OfflineConfiguration,
        send: @escaping EventSender.Send
    ) {
        let path = folder.appendingPathComponent("events.sqlite").path
        let store = EventStore(path: path)
        let sender = EventSender(
            store: store,
            lock: CopyLock(path: path + ".lock"),
            hub: hub,
            configuration: configuration,
            send: send
        )
        // More than are kept in the file need not wait for it.
        let (events, news) = AsyncStream<LoggedEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(EventStore.countMax)
        )
        self.store = store
        self.news = news
        self.configuration = configuration
        keeping = Task { [hub] in
            for await event in events {
                do throws(AppError) {
                    try AccountFolder(place: folder).make()
                    try await store.append(event)
                    hub.tell(.sending)
                } catch {
                    configuration.log("An event was lost: \(error)")
                }
            }
        }
        sending = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await sender.run() }
                group.addTask { await sender.wake() }
            }
        }
    }

    deinit {
        news.finish()
        sending.cancel()
    }

    /// Notes an event, and returns at once.
    func log(_ name: String, _ properties: [String: String]) {
        let moment = configuration.dateClient.now()
        news.yield(LoggedEvent(name: name, properties: properties, occurredAt: moment))
    }

    /// Keeps what was noted, and lets go of the file, for good.
    func close() async {
        news.finish()
        await keeping.value
        sending.cancel()
        await sending.value
        await store.close()
    }
}
