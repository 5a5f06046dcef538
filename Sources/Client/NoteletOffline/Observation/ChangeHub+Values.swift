extension ChangeHub {
    /// A value now, and again whenever it is another one after a change.
    ///
    /// It is read when it is asked for, so that a slow reader gets the last value and none that was
    /// in between. What cannot be read is passed over until the next change.
    ///
    /// - Parameters:
    ///   - topics: What the value depends on.
    ///   - read: Reads it.
    /// - Returns: The values, which end with the task that takes them, and with the hub.
    func values<Value: Equatable & Sendable>(
        of topics: Topics,
        read: @escaping @Sendable () async throws -> Value
    ) -> AsyncStream<Value> {
        let observation = Observation(hub: self, topics: topics, read: read)
        return AsyncStream { await observation.next() }
    }
}

/// One observer of a value.
private actor Observation<Value: Equatable & Sendable> {
    private let hub: ChangeHub
    private let topics: Topics
    private let read: @Sendable () async throws -> Value
    /// The last value that was given, and the version before it was read.
    private var last: Value?
    private var version: UInt64?

    init(hub: ChangeHub, topics: Topics, read: @escaping @Sendable () async throws -> Value) {
        self.hub = hub
        self.topics = topics
        self.read = read
    }

    /// Waits for a value that is not the last one; nil once the task is cancelled.
    func next() async -> Value? {
        while !Task.isCancelled, !hub.isClosed {
            let present = hub.version(of: topics)
            if present == version {
                await hub.wait(for: topics, after: present)
                continue
            }
            version = present
            guard let value = try? await read(), value != last else { continue }
            last = value
            return value
        }
        return nil
    }
}
