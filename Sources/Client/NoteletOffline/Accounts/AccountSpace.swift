internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Knows which account is signed in on this device, and has its copy open.
///
/// A folder has the file of each account that was signed in there, and a file that names the one
/// that is. Whoever is signed in is so without a network as well.
actor AccountSpace {
    /// What is told of each change of any copy.
    nonisolated let hub = ChangeHub()
    /// Makes the calls.
    nonisolated let caller: RemoteCaller
    private nonisolated let configuration: OfflineConfiguration
    private let folder: URL
    private var opening: Task<OpenAccount?, any Error>?

    init(
        in folder: URL,
        caller: RemoteCaller,
        configuration: OfflineConfiguration
    ) {
        self.folder = folder
        self.caller = caller
        self.configuration = configuration
    }

    /// The account that is signed in; nil for nobody.
    ///
    /// - Throws: `AppError`.
    func account() async throws -> OpenAccount? {
        if let opening { return try await opening.value }
        let task = Task { try await self.openNamed() }
        opening = task
        do {
            let account = try await task.value
            // Somebody may sign in at any moment.
            if account == nil, opening == task { opening = nil }
            return account
        } catch {
            if opening == task { opening = nil }
            throw error
        }
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
    func open(
        by signIn: @escaping @Sendable (Notelet) async throws(NoteletError) -> NoteletAPI.User
    ) async throws -> NoteletAPI.User {
        let previous = opening
        let signing = Task {
            await (try? previous?.value)?.close()
            try makeFolder()
            let user = try await caller.call(signIn)
            let account = try makeAccount(try UUID(required: user.id))
            try await account.copy.write { (tables) throws(SQLiteError) in try tables.put(user) }
            if let label = try await caller.sessionLabel() { try name(account.userId, by: label) }
            return (account: account, user: user)
        }
        // Who asks meanwhile waits for this account.
        let task = Task<OpenAccount?, any Error> { try await signing.value.account }
        opening = task
        do {
            let user = try await signing.value.user
            hub.tell(.all)
            return user
        } catch {
            if opening == task { opening = nil }
            hub.tell(.all)
            throw error
        }
    }

    /// Closes the copy that is open.
    func close() async {
        guard let account = try? await opening?.value else {
            opening = nil
            return
        }
        opening = nil
        await account.close()
    }

    /// Forgets who is signed in, and deletes the copy, but for one with writes that were not sent.
    func forget() async throws {
        var account = try await account()
        if account == nil, let id = named()?.id {
            // Nothing was asked for before the session ended.
            let named = try makeAccount(id)
            opening = Task { named }
            account = named
        }
        let isUnsent = try await account?.copy.read { (tables) throws(SQLiteError) in
            try tables.hasWrites()
        }
        await close()
        try? FileManager.default.removeItem(at: nameFile)
        if let account, isUnsent == false { deleteFiles(of: account.userId) }
        hub.tell(.all)
    }

    /// How the copy of who is signed in stands to the service.
    func syncState() async -> SyncState {
        guard let account = try? await account() else { return .signedOut }
        return account.sync.state
    }

    private func openNamed() async throws -> OpenAccount? {
        guard let label = try await caller.sessionLabel() else { return nil }
        try makeFolder()
        if let name = named(), name.label == label { return try makeAccount(name.id) }
        // The session is another than that of the copy: the service tells whose it is.
        let id = try await caller.userId()
        try name(id, by: label)
        return try makeAccount(id)
    }

    private func makeAccount(_ id: UUID) throws(AppError) -> OpenAccount {
        OpenAccount(try makeCopy(id), caller: caller, configuration: configuration)
    }

    /// Opens a copy; one that is damaged is put aside, and fetched anew.
    private func makeCopy(_ id: UUID) throws(AppError) -> CopyStore {
        do throws(SQLiteError) {
            return try CopyStore(path: file(of: id).path, of: id, hub: hub)
        } catch {
            guard error.isCorrupt else { throw AppError(error) }
            configuration.log("The copy is damaged, put aside and fetched anew: \(error)")
        }
        for end in Self.fileEnds {
            let path = file(of: id).path + end
            try? FileManager.default.removeItem(atPath: path + ".damaged")
            try? FileManager.default.moveItem(atPath: path, toPath: path + ".damaged")
        }
        do throws(SQLiteError) {
            return try CopyStore(path: file(of: id).path, of: id, hub: hub)
        } catch {
            throw AppError(error)
        }
    }

    /// More than an id and a label have.
    private static let nameByteCountMax = 256
    /// What a copy's files end with.
    private static let fileEnds = ["", "-wal", "-shm"]

    private var nameFile: URL { folder.appendingPathComponent("account") }

    private func file(of id: UUID) -> URL {
        folder.appendingPathComponent(id.uuidString.lowercased() + ".sqlite")
    }

    /// Which account is signed in, and by which log-in.
    private struct Name {
        let id: UUID
        /// What tells the log-in from others, so that no later one is taken for that account's.
        let label: String
    }

    private func named() -> Name? {
        let bytes = try? PrivateFile.contents(
            of: nameFile.path,
            byteCountMax: Self.nameByteCountMax
        )
        let words = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
        guard let words, words.count == 2, let id = UUID(uuidString: String(words[0])) else {
            return nil
        }
        return Name(id: id, label: String(words[1]))
    }

    private func name(_ id: UUID, by label: String) throws {
        let text = "\(id.uuidString) \(label)"
        try onDisk { try PrivateFile.replace(nameFile.path, with: [UInt8](text.utf8)) }
    }

    private func makeFolder() throws {
        try onDisk {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                // Notes are nobody else's to read.
                attributes: [.posixPermissions: 0o700]
            )
        }
    }

    private func onDisk(_ body: () throws -> Void) throws(AppError) {
        do {
            try body()
        } catch {
            throw .unknown("The folder of the copy cannot be used: \(error)")
        }
    }

    private func deleteFiles(of id: UUID) {
        // The lock stays: who removed it would take it from whoever has just opened it.
        for end in Self.fileEnds {
            try? FileManager.default.removeItem(atPath: file(of: id).path + end)
        }
    }
}
