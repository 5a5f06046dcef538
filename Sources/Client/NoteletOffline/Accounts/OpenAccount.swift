internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// An account that is signed in, with its copy, which is kept as long as the account is open.
final class OpenAccount: Sendable {
    /// The copy.
    let copy: CopyStore
    /// Keeps the copy as the service is.
    let sync: CopySync
    /// Keeps what people share so.
    let shared: SharedSync
    /// Who it is, and by which log-in.
    let signIn: AccountFolder.SignIn
    /// Calls in that log-in and in no other.
    let caller: RemoteCaller
    let configuration: OfflineConfiguration
    private let keeping: Task<Void, Never>

    /// Begins to keep a copy.
    init(
        _ copy: CopyStore,
        _ signIn: AccountFolder.SignIn,
        caller: RemoteCaller,
        configuration: OfflineConfiguration
    ) {
        let caller = RemoteCaller(caller.notelet.bound(to: signIn.label))
        let sync = CopySync(copy, caller: caller, configuration: configuration)
        let shared = SharedSync(copy, caller: caller, configuration: configuration)
        let keeper = CopyKeeper(
            copy: copy,
            lock: CopyLock(path: copy.path + ".lock"),
            sync: sync,
            shared: shared,
            sender: OutboxSender(copy, caller: caller, sync: sync, configuration: configuration),
            configuration: configuration
        )
        self.copy = copy
        self.sync = sync
        self.shared = shared
        self.signIn = signIn
        self.caller = caller
        self.configuration = configuration
        keeping = Task { await keeper.run() }
    }

    deinit {
        keeping.cancel()
    }

    /// Whose copy it is.
    var userId: UUID { copy.userId }

    /// Reads a list of the account's own as the policy of lists has it.
    func readList<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws -> Value {
        try await readList(refreshing: { [sync] in try await sync.refresh() }, body)
    }

    /// Reads a list as the policy of lists has it.
    ///
    /// - Parameters:
    ///   - refresh: Has the copy be as the service is.
    ///   - body: Reads the copy.
    /// - Returns: What it returns.
    /// - Throws: `AppError`.
    func readList<Value: Sendable>(
        refreshing refresh: @escaping @Sendable () async throws -> Void,
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws -> Value {
        switch configuration.reads {
        case .networkFirst:
            do {
                try await refresh()
            } catch let error as AppError where error.isUnreached {
                configuration.log("The service was not asked: \(error)")
            }
            return try await copy.read(body)
        case .copyFirst:
            let value = try await copy.read(body)
            // A copy that follows each change anyway is not to be asked for.
            if !sync.state.isFollowed {
                inBackground("The copy was not refreshed") { _ in try await refresh() }
            }
            return value
        }
    }

    /// Writes as the policy of writes has it.
    ///
    /// - Parameters:
    ///   - write: What is written.
    ///   - id: What names the intention.
    ///   - body: Reads what is shown afterwards.
    /// - Returns: What it returns.
    /// - Throws: `AppError`.
    func write<Value: Sendable>(
        _ write: Write,
        id: UUID,
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws -> Value {
        switch configuration.writes {
        case .outbox:
            let now = configuration.dateClient.now()
            return try await copy.write { (tables) throws(SQLiteError) in
                try tables.insert(write, id: id, at: now)
                return try body(tables)
            }
        case .remoteThenCopy:
            let (reduced, cursor) = try await copy.read { (tables) throws(SQLiteError) in
                (try tables.reduced(tables.resolved(write)), try tables.progress().cursor)
            }
            guard let write = reduced else { return try await copy.read(body) }
            let reply = try await caller.call { (notelet) throws(NoteletError) in
                do throws(NoteletError) {
                    return try await write.send(by: notelet, key: .of(id))
                } catch {
                    // What is gone already is what was asked for.
                    guard let reply = write.replyWhereGone(error) else { throw error }
                    return reply
                }
            }
            return try await copy.write { (tables) throws(SQLiteError) in
                try tables.take(reply, to: write, intention: id, asOf: cursor)
                return try body(tables)
            }
        }
    }

    /// Stops to keep the copy, and lets go of its file.
    func close() async {
        keeping.cancel()
        await keeping.value
        await copy.close()
    }
}
