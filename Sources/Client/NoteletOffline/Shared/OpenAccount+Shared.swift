internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

// How what people share is read and written with a copy of it.
extension OpenAccount {
    /// Reads a list of a shared feed as the policy of lists has it; the feed is followed from now
    /// on.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - body: Reads the list.
    /// - Returns: What it returns.
    /// - Throws: `AppError`.
    func readShared<Value: Sendable>(
        _ feed: String,
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws -> Value {
        try await follow(feed)
        return try await readList(refreshing: { [shared] in try await shared.pull(feed) }, body)
    }

    /// Has a feed be followed from now on.
    func follow(_ feed: String) async throws {
        let now = configuration.dateClient.now()
        let isFollowed = try await copy.read { (tables) throws(SQLiteError) in
            try tables.isFollowed(feed, at: now)
        }
        if isFollowed { return }
        try await copy.write { (tables) throws(SQLiteError) in try tables.follow(feed, at: now) }
    }

    /// Reads one thing that people share: the copy, which is asked to be refreshed behind where
    /// nothing keeps it so, else the service, and the copy has it then.
    ///
    /// - Parameters:
    ///   - id: The id of the thing.
    ///   - form: Its kind.
    ///   - feed: Tells in which feed it is.
    ///   - fetch: Asks the service.
    /// - Returns: The thing.
    /// - Throws: `AppError`.
    func sharedValue<Message, Value: Sendable>(
        _ id: UUID,
        as form: SharedForm<Message, Value>,
        in feed: @escaping @Sendable (Message) -> String,
        _ fetch: @escaping @Sendable (Notelet) async throws(NoteletError) -> Message
    ) async throws -> Value {
        let (known, isKept) = try await copy.read { (tables) throws(SQLiteError) in
            (try tables.entry(id.bytes, as: form), try tables.isFollowed(entry: id.bytes))
        }
        guard let known else { return try await fetchShared(id, as: form, in: feed, fetch) }
        if !isKept || !sync.state.isFollowed {
            inBackground("\(id) was not refreshed") { account in
                _ = try await account.fetchShared(id, as: form, in: feed, fetch)
            }
        }
        return known
    }

    /// Changes something that people share at the service, and then in the copy, but where the feed
    /// has gone on meanwhile: it may have told more, and tells what it has not told.
    ///
    /// - Parameters:
    ///   - feed: The feed; nil where the copy knows of none.
    ///   - call: Asks the service.
    ///   - steps: What its reply does to the copy.
    /// - Returns: The reply.
    /// - Throws: `AppError`.
    func changeShared<Reply: Sendable>(
        in feed: String?,
        _ call: (Notelet) async throws(NoteletError) -> Reply,
        steps: (Reply) throws(AppError) -> [SharedStep]
    ) async throws -> Reply {
        let cursor = try await cursor(of: feed)
        let reply = try await caller.call(call)
        let steps = try steps(reply)
        if let feed { try await take(steps, in: feed, asOf: cursor) }
        return reply
    }

    /// Puts a thing among those that people share, at the service and then in the copy.
    ///
    /// - Parameters:
    ///   - feed: The feed; nil where the copy knows of none.
    ///   - form: Its kind.
    ///   - call: Asks the service, which answers with the thing as it is now.
    /// - Returns: The thing.
    /// - Throws: `AppError`.
    func putShared<Message: Sendable, Value: Sendable>(
        in feed: String?,
        as form: SharedForm<Message, Value>,
        _ call: (Notelet) async throws(NoteletError) -> Message
    ) async throws -> Value {
        let put = try await changeShared(in: feed, call) { (message) throws(AppError) in
            [.put(try SharedEntry(message, as: form))]
        }
        return try form.shown(put)
    }

    /// Deletes a thing that people share at the service, and then from the copy.
    ///
    /// - Parameters:
    ///   - id: The id of the thing.
    ///   - call: Asks the service.
    /// - Throws: `AppError`.
    func deleteShared(
        _ id: UUID,
        _ call: (Notelet) async throws(NoteletError) -> Void
    ) async throws {
        let feed = try await feed(ofShared: id)
        try await changeShared(in: feed, call) { _ in [.delete(id.bytes)] }
    }

    /// The feed that has a thing; nil where the copy has none.
    func feed(ofShared id: UUID) async throws(AppError) -> String? {
        try await copy.read { (tables) throws(SQLiteError) in try tables.feed(ofEntry: id.bytes) }
    }

    /// Fetches what is new of a feed that is copied; that it cannot be fetched is logged only.
    func pullWhereCopied(_ feed: String) async {
        do {
            try await shared.pull(feed)
        } catch {
            configuration.log("\(feed) was not refreshed: \(error)")
        }
    }

    /// Does something behind of which nobody is told but the log.
    func inBackground(
        _ failure: String,
        _ body: @escaping @Sendable (OpenAccount) async throws -> Void
    ) {
        if !configuration.networkMonitor.isConnected { return }
        Task { [self] in
            do {
                try await body(self)
            } catch {
                configuration.log("\(failure): \(error)")
            }
        }
    }

    private func fetchShared<Message, Value: Sendable>(
        _ id: UUID,
        as form: SharedForm<Message, Value>,
        in feed: @escaping @Sendable (Message) -> String,
        _ fetch: @escaping @Sendable (Notelet) async throws(NoteletError) -> Message
    ) async throws -> Value {
        let known = try await self.feed(ofShared: id)
        let cursor = try await cursor(of: known)
        do {
            let message = try await caller.call(fetch)
            let name = feed(message)
            // What is in a feed that was not known of is read as of now.
            let place = known == name ? cursor : try await self.cursor(of: name)
            try await take([.put(try SharedEntry(message, as: form))], in: name, asOf: place)
            return try form.shown(message)
        } catch let error as AppError where error.isNotFound {
            if let known { try await take([.delete(id.bytes)], in: known, asOf: cursor) }
            throw error
        }
    }

    private func cursor(of feed: String?) async throws(AppError) -> [UInt8]? {
        guard let feed else { return nil }
        return try await copy.read { (tables) throws(SQLiteError) in
            try tables.feed(feed)?.cursor
        }
    }

    private func take(
        _ steps: [SharedStep],
        in feed: String,
        asOf cursor: [UInt8]?
    ) async throws(AppError) {
        try await copy.write { (tables) throws(SQLiteError) in
            guard try tables.feed(feed)?.cursor == cursor, try !tables.isLeft() else { return }
            for step in steps { try tables.take(step, in: try tables.number(ofFeed: feed)) }
        }
    }
}
