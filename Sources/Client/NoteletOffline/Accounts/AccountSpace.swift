internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Knows which account is signed in on this device, and has its copy open.
///
/// Whoever is signed in is so without a network as well. Another process may sign somebody in or
/// out, and mend the copy: that is looked for as long as the application is open.
actor AccountSpace {
    /// What is told of each change of any copy.
    nonisolated let hub = ChangeHub()
    /// Makes the calls.
    nonisolated let caller: RemoteCaller
    private nonisolated let configuration: OfflineConfiguration
    private nonisolated let executor = QueueExecutor(label: "notelet.accounts")
    private let folder: AccountFolder
    private var opening: Task<OpenAccount?, any Error>?
    private var looking: Task<Void, Never>?
    /// Whose copies were begun anew: what is damaged again was not the disk's doing.
    private var mended: Set<UUID> = []
    private var isClosed = false

    /// The queue on which files are opened.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(
        in folder: URL,
        caller: RemoteCaller,
        configuration: OfflineConfiguration
    ) {
        self.folder = AccountFolder(place: folder)
        self.caller = caller
        self.configuration = configuration
    }

    deinit {
        looking?.cancel()
    }

    /// The account that is signed in; nil for nobody.
    ///
    /// - Throws: `AppError`, `unknown` where the application was closed.
    func account() async throws -> OpenAccount? {
        if isClosed { throw AppError.closed }
        beginLooking()
        if let opening { return try await opening.value }
        return try await open { try await self.openNamed() }
    }

    /// The account that is signed in.
    ///
    /// - Throws: `AppError`, `auth` with `unauthorized` where nobody is.
    func requireAccount() async throws -> OpenAccount {
        guard let account = try await account() else { throw AppError.auth(.unauthorized) }
        return account
    }

    /// The account that is signed in, which is to be that of an id.
    ///
    /// - Throws: `AppError`, `data` with `notFound` where it is another's.
    func requireAccount(_ userId: UUID) async throws -> OpenAccount {
        let account = try await requireAccount()
        guard account.userId == userId else { throw AppError.data(.notFound()) }
        return account
    }

    /// Signs an account in, and opens its copy.
    ///
    /// The copy that was open is closed before: nothing of it is to go out under another session.
    ///
    /// - Parameter signIn: Signs in.
    /// - Returns: The account.
    /// - Throws: `AppError`.
    func signIn(
        by signIn: @escaping @Sendable (Notelet) async throws(NoteletError) -> NoteletAPI.User
    ) async throws -> NoteletAPI.User {
        if isClosed { throw AppError.closed }
        beginLooking()
        let previous = opening
        let signing = Task {
            await (try? previous?.value)?.close()
            try folder.make()
            await finishLeaving()
            let user = try await caller.call(signIn)
            do {
                return (account: try await openAccount(of: user), user: user)
            } catch {
                // Who is told that it failed is not signed in by it.
                try? await caller.notelet.logOut()
                try? await caller.notelet.forgetSession()
                throw error
            }
        }
        do {
            // Who asks meanwhile waits for this account.
            _ = try await open { try await signing.value.account }
            return try await signing.value.user
        } catch {
            hub.tell(.all)
            throw error
        }
    }

    /// Signs out, and deletes what was copied, but for writes that were not sent.
    ///
    /// - Throws: `AppError`; where there was no log-out, everything is as it was, and where it is
    ///   not known, or the copy could not be deleted, the next start finds out.
    func signOut() async throws {
        try await leave { (notelet) throws(NoteletError) in try await notelet.logOut() }
    }

    /// Deletes the account that is signed in, and all that was copied, with the writes that wait.
    ///
    /// - Throws: As `signOut`, and `data` where the password is another.
    func deleteAccount(password: String) async throws {
        let account = (try? await account()) ?? nil
        try await leave { (notelet) throws(NoteletError) in
            try await notelet.deleteAccount(password: password)
            // There is nobody any more whom they could be from.
            try? await account?.copy.write { (tables) throws(SQLiteError) in
                try tables.removeWrites()
            }
        }
    }

    private func leave(
        by end: (Notelet) async throws(NoteletError) -> Void
    ) async throws {
        if isClosed { throw AppError.closed }
        guard let account = (try? await account()) ?? nil else {
            return try await leaveUnopened(by: end)
        }
        let present = opening
        let leaving = account.signIn
        folder.beginLeaving(leaving)
        var mayBeDone = false
        do {
            try await account.caller.call { (notelet) throws(NoteletError) in
                do throws(NoteletError) {
                    try await end(notelet)
                } catch {
                    mayBeDone = error.mayBeDone
                    throw error
                }
            }
        } catch {
            if !mayBeDone { folder.cancelLeaving(leaving) }
            throw error
        }
        defer { hub.tell(.all) }
        guard opening == present else { return try await erase(leaving) }
        _ = try await open {
            await account.close()
            try await self.erase(leaving)
            return nil
        }
    }

    /// Signs out where no copy is open: the session may have ended elsewhere, and its copy is still
    /// there.
    private func leaveUnopened(
        by end: (Notelet) async throws(NoteletError) -> Void
    ) async throws {
        let label = try await caller.sessionLabel()
        let leaving = folder.signIn
        try await caller.call(end)
        guard let leaving, label == nil || label == leaving.label else { return }
        folder.beginLeaving(leaving)
        defer { hub.tell(.all) }
        try await erase(leaving)
    }

    /// Closes the copy that is open, for good.
    func close() async {
        isClosed = true
        looking?.cancel()
        await (try? opening?.value)?.close()
        opening = nil
        hub.close()
    }

    /// How the copy of who is signed in stands to the service.
    func syncState() async -> SyncState {
        do {
            guard let account = try await account() else { return .signedOut }
            return account.sync.state
        } catch let error as AppError where error.isUnreached {
            return .connecting
        } catch {
            return .failed("\(error)")
        }
    }

    private func open(
        _ body: @escaping @Sendable () async throws -> OpenAccount?
    ) async throws -> OpenAccount? {
        let task = Task { try await body() }
        opening = task
        do {
            let account = try await task.value
            // Somebody may sign in at any moment.
            if account == nil, opening == task { opening = nil }
            // Who could not read before can do so now.
            if account != nil { hub.tell(.all) }
            return account
        } catch {
            if opening == task { opening = nil }
            throw error
        }
    }

    private func openNamed() async throws -> OpenAccount? {
        await finishLeaving()
        guard let label = try await caller.sessionLabel() else { return nil }
        try folder.make()
        if let signIn = folder.signIn(by: label) {
            return try await openAccount(of: signIn)
        }
        // The session is another than that of the copy: the service tells whose it is.
        let signIn = AccountFolder.SignIn(userId: try await caller.userId(), label: label)
        try folder.note(signIn)
        return try await openAccount(of: signIn)
    }

    /// Opens the copy of who has just signed in.
    private func openAccount(of user: NoteletAPI.User) async throws -> OpenAccount {
        guard let label = try await caller.sessionLabel() else {
            throw AppError.auth(.unauthorized)
        }
        let signIn = AccountFolder.SignIn(userId: try UUID(required: user.id), label: label)
        let account = try await openAccount(of: signIn)
        do {
            try await account.copy.write { (tables) throws(SQLiteError) in try tables.put(user) }
            try folder.note(signIn)
        } catch {
            await account.close()
            throw error
        }
        return account
    }

    private func openAccount(
        of signIn: AccountFolder.SignIn
    ) async throws(AppError) -> OpenAccount {
        let copy = try copyFile(of: signIn.userId).open()
        // One that cannot be written can be read.
        if try await copy.read({ (tables) throws(SQLiteError) in try tables.isLeft() }) {
            try await copy.write { (tables) throws(SQLiteError) in try tables.enter() }
        }
        return OpenAccount(copy, signIn, caller: caller, configuration: configuration)
    }

    private func copyFile(of id: UUID) -> CopyFile {
        CopyFile(path: folder.copyPath(of: id), userId: id, hub: hub)
    }

    /// Finishes log-outs of which it was not seen how they ended.
    private func finishLeaving() async {
        for leaving in folder.leaving {
            do {
                if try await isSignedIn(leaving) {
                    folder.cancelLeaving(leaving)
                } else {
                    try await erase(leaving)
                }
            } catch {
                configuration.log("A log-out is not finished: \(error)")
            }
        }
    }

    /// Whether a log-in goes on, which the service knows.
    private func isSignedIn(_ signIn: AccountFolder.SignIn) async throws -> Bool {
        guard try await caller.sessionLabel() == signIn.label else { return false }
        do throws(NoteletError) {
            _ = try await caller.notelet.bound(to: signIn.label).profile()
            return true
        } catch {
            guard error.code == .notAuthenticated else { throw error }
            return false
        }
    }

    /// Deletes the copy of who has signed out, but for writes that were not sent.
    private func erase(_ leaving: AccountFolder.SignIn) async throws {
        let signIn = folder.signIn
        // Who has signed in again has a use for the copy.
        if signIn?.userId != leaving.userId || signIn == leaving {
            let file = copyFile(of: leaving.userId)
            let copy = try file.open()
            do {
                try await copy.erase()
            } catch {
                await copy.close()
                throw error
            }
            await copy.close()
            file.removeDamaged()
        }
        folder.endLeaving(leaving)
    }
}

// What other processes do is looked for.
extension AccountSpace {
    private func beginLooking() {
        guard looking == nil else { return }
        looking = Task { [weak self, configuration] in
            var failureCount = 0
            while true {
                try? await Task.sleep(for: configuration.lookPause(afterFailures: failureCount))
                guard !Task.isCancelled, let self else { return }
                failureCount = await self.look() ? 0 : failureCount + 1
            }
        }
    }

    /// Opens another copy where another session has begun, or where the one that is open is of use
    /// no more.
    ///
    /// - Returns: Whether nothing went wrong.
    private func look() async -> Bool {
        try? await caller.notelet.noticeOtherPrograms()
        let present = opening
        let account = (try? await present?.value) ?? nil
        let label = try? await caller.sessionLabel()
        guard let label, !isClosed, opening == present else { return true }
        do {
            guard let account else { return try await self.account() != nil }
            let isDamaged = account.copy.isDamaged && !mended.contains(account.userId)
            guard isDamaged || account.signIn.label != label || account.copy.isReplaced else {
                return true
            }
            _ = try await open {
                await account.close()
                if isDamaged { try await self.mend(account.copy) }
                return try await self.openNamed()
            }
            return true
        } catch {
            configuration.log("The copy is not open: \(error)")
            return false
        }
    }

    private func mend(_ copy: CopyStore) throws(AppError) {
        configuration.log("The copy is damaged: it is put aside, and fetched anew.")
        try copyFile(of: copy.userId).putAside(copy.file)
        mended.insert(copy.userId)
    }
}

extension OfflineConfiguration {
    fileprivate func lookPause(afterFailures count: Int) -> Duration {
        if count == 0 { return pollInterval }
        return max(pollInterval, pause(afterFailures: count))
    }
}

extension AppError {
    /// What is said to who asks after the end.
    static let closed = AppError.unknown("The application was closed.")
}
