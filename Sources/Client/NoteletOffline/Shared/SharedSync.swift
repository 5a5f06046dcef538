internal import ClientTransport
internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Keeps what the copy has of shared feeds as the service has them.
///
/// Each feed is read to its end by itself, so that what one is refused for is known to be its own,
/// and then all are watched together.
final class SharedSync: Sendable {
    private let copy: CopyStore
    private let caller: RemoteCaller
    private let configuration: OfflineConfiguration

    init(
        _ copy: CopyStore,
        caller: RemoteCaller,
        configuration: OfflineConfiguration
    ) {
        self.copy = copy
        self.caller = caller
        self.configuration = configuration
    }

    /// Follows the feeds that were asked for until the task is cancelled or the session is over.
    func run() async {
        let hub = copy.hub
        // How often in a row nothing came of it; a page that came ends that.
        let failures = Guarded(0)
        while !Task.isCancelled {
            let version = hub.version(of: .followed)
            do {
                let feeds = try await followedFeeds()
                if feeds.isEmpty {
                    await hub.wait(for: .followed, after: version)
                } else {
                    try await follow(feeds, asOf: version, failures)
                }
            } catch let error as AppError where error.isSignedOut {
                return
            } catch {
                if Task.isCancelled { return }
                configuration.log("The shared feeds are not followed: \(error)")
                let count = failures.withLock { count in
                    count += 1
                    return count
                }
                await hub.wait(
                    for: [.network, .followed],
                    after: hub.version(of: [.network, .followed]),
                    atMost: configuration.pause(afterFailures: count)
                )
            }
        }
    }

    /// Reads a feed to its end; one that is not copied is left alone.
    ///
    /// - Parameter name: The feed.
    /// - Throws: `AppError`, `data` with `notFound` where there is no such feed, of which nothing
    ///   is left then; `CancellationError` where the task was cancelled.
    func pull(_ name: String) async throws {
        while let feed = try await feed(name) {
            guard let page = try await page(of: feed) else { continue }
            let isTaken = try await take(page, of: name, after: feed.cursor)
            if page.isUpToDate, isTaken { return }
            if !isTaken, try await isLeft() { throw AppError.auth(.unauthorized) }
            // A feed that goes on has another cursor.
            if isTaken, page.cursor == feed.cursor { throw AppError.network(.unknown) }
        }
    }

    /// Asks for the page that follows; nil where the feed is to be read from its beginning.
    private func page(of feed: CopiedFeed) async throws -> ChangePage? {
        let page: ChangePage
        do {
            page = try await caller.call { (notelet) throws(NoteletError) in
                try await notelet.pull(feed.name, from: feed.cursor, pageSize: 500)
            }
        } catch let error as AppError {
            configuration.networkMonitor.noteAttempt(isReached: !error.isUnreached)
            switch error.refusal?.reason {
            case RefusalReason.invalidCursor.nameInContract where !feed.cursor.isEmpty:
                try await beginAnew(feed)
                return nil
            case RefusalReason.feedNotFound.nameInContract:
                try await forget(feed.name)
                throw error
            default: throw error
            }
        }
        configuration.networkMonitor.noteAttempt(isReached: true)
        // A service that knows of no such feeds gives the account's own.
        guard page.feed == feed.name else { throw AppError.network(.unknown) }
        if page.isOver {
            try await forget(feed.name)
            throw AppError.data(.notFound())
        }
        return page
    }

    /// Reads all feeds to their ends.
    ///
    /// - Returns: Whether none has failed by itself; one that is gone has not.
    private func catchUp(_ feeds: [CopiedFeed]) async throws -> Bool {
        var isComplete = true
        for feed in feeds {
            do {
                try await pull(feed.name)
            } catch let error as AppError where !error.isUnreached && !error.isSignedOut {
                configuration.log("\(feed.name) is not followed: \(error)")
                if try await self.feed(feed.name) != nil { isComplete = false }
            }
        }
        return isComplete
    }

    /// Reads feeds to their ends, and watches them until others are to be followed, or something is
    /// wrong; one that cannot be read is tried again after a while.
    private func follow(
        _ feeds: [CopiedFeed],
        asOf version: UInt64,
        _ failures: Guarded<Int>
    ) async throws {
        let isComplete = try await catchUp(feeds)
        // One that was forgotten and asked for again is another one.
        let numbers = feeds.map(\.number)
        let watched = try await followedFeeds().filter {
            numbers.contains($0.number) && !$0.isAnew
        }
        let pause = isComplete ? nil : configuration.pause(afterFailures: Self.failureCountOfRest)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await self.watch(watched) { failures.withLock { $0 = 0 } }
            }
            group.addTask {
                await self.waitForOthers(than: numbers, after: version, atMost: pause)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// After as many failures the pauses are as long as they get.
    private static let failureCountOfRest = 16

    private func watch(
        _ feeds: [CopiedFeed],
        afterPage noteSuccess: @escaping @Sendable () -> Void
    ) async throws {
        // Those that could not be read are waited for.
        if feeds.isEmpty { return await waitForCancellation() }
        var cursors = [String: [UInt8]](
            uniqueKeysWithValues: feeds.map { ($0.name, $0.cursor) }
        )
        let watched = feeds.map { WatchedFeed(feed: $0.name, cursor: $0.cursor) }
        let pages = caller.notelet.watch(watched) { [configuration] report in
            configuration.networkMonitor.noteAttempt(isReached: report == .restored)
        }
        var iterator = pages.makeAsyncIterator()
        while let page = try await next(&iterator) {
            guard let cursor = cursors[page.feed] else { throw AppError.network(.unknown) }
            if page.isOver {
                try await forget(page.feed)
            } else if try await !take(page, of: page.feed, after: cursor) {
                // Somebody else was faster: go on from there.
                return
            }
            if !page.cursor.isEmpty { cursors[page.feed] = page.cursor }
            noteSuccess()
        }
    }

    private func next(
        _ pages: inout ChangeSequence.AsyncIterator
    ) async throws -> ChangePage? {
        do throws(NoteletError) {
            return try await pages.next()
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw AppError(error, wasSignedIn: true)
        }
    }

    /// Returns once other feeds are to be followed, or one is to be read anew, or after a while.
    private func waitForOthers(
        than numbers: [Int64],
        after version: UInt64,
        atMost pause: Duration?
    ) async {
        let hub = copy.hub
        var version = version
        while !Task.isCancelled {
            // A feed may have come or gone since the numbers were read.
            let present = (try? await followedFeeds()) ?? []
            if present.map(\.number) != numbers { return }
            if let pause {
                return await hub.wait(for: .followed, after: version, atMost: pause)
            }
            if present.contains(where: \.isAnew) { return }
            await hub.wait(for: .followed, after: version)
            version = hub.version(of: .followed)
        }
    }

    private func waitForCancellation() async {
        let hub = copy.hub
        while !Task.isCancelled, !hub.isClosed {
            await hub.wait(for: .network, after: hub.version(of: .network))
        }
    }

    private func take(
        _ page: ChangePage,
        of name: String,
        after cursor: [UInt8]
    ) async throws -> Bool {
        // What is none of the contract's is not to be kept.
        for change in page.changes.sharedChanges { _ = try SharedStep(change, of: name) }
        return try await copy.write { (tables) throws(SQLiteError) in
            try tables.take(page, ofShared: name, after: cursor)
        }
    }

    private func followedFeeds() async throws(AppError) -> [CopiedFeed] {
        try await copy.read { (tables) throws(SQLiteError) in try tables.followedFeeds() }
    }

    private func feed(_ name: String) async throws(AppError) -> CopiedFeed? {
        try await copy.read { (tables) throws(SQLiteError) in try tables.feed(name) }
    }

    private func isLeft() async throws(AppError) -> Bool {
        try await copy.read { (tables) throws(SQLiteError) in try tables.isLeft() }
    }

    private func forget(_ name: String) async throws(AppError) {
        configuration.log("\(name) is gone, or is not to be read any more.")
        try await copy.write { (tables) throws(SQLiteError) in try tables.forget(name) }
    }

    private func beginAnew(_ feed: CopiedFeed) async throws(AppError) {
        configuration.log("The cursor of \(feed.name) is none of the service's: it is read anew.")
        try await copy.write { (tables) throws(SQLiteError) in
            try tables.beginAnew(feed.name, after: feed.cursor)
        }
    }
}

extension AppError {
    /// Whether nobody is signed in any more.
    fileprivate var isSignedOut: Bool {
        if case .auth = kind { true } else { false }
    }
}
