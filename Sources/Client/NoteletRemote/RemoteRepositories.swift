public import NoteletClient
public import NoteletInterface

/// The repositories over one connection, which keep nothing on this device but the session.
///
///     let remote = RemoteRepositories(try Notelet("tls://notes.example.org:7575"))
///     let user = try await LoginUseCase(authRepository: remote.auth)
///         .execute(email: email, password: password)
///
/// Failures are `AppError`; where a task is cancelled, they throw `CancellationError`.
public struct RemoteRepositories: Sendable {
    /// Signs people in and out.
    public let auth: RemoteAuthRepository
    /// Reads and changes accounts.
    public let users: RemoteUserRepository
    /// Reads and changes contacts.
    public let contacts: RemoteContactRepository
    /// Reads, sends and answers notes.
    public let messages: RemoteMessageRepository
    /// What is done with all of these.
    public let useCases: UseCases
    /// Makes the calls of all.
    package let caller: RemoteCaller

    /// Puts repositories over a connection.
    ///
    /// - Parameter notelet: The connection; it may be used beside them.
    public init(_ notelet: Notelet) {
        self.init(RemoteCaller(notelet))
    }

    /// Puts repositories over what makes calls.
    ///
    /// - Parameter caller: Makes the calls.
    package init(_ caller: RemoteCaller) {
        self.caller = caller
        auth = RemoteAuthRepository(caller: caller)
        users = RemoteUserRepository(caller: caller)
        contacts = RemoteContactRepository(caller: caller)
        messages = RemoteMessageRepository(caller: caller)
        useCases = UseCases(auth: auth, users: users, contacts: contacts, messages: messages)
    }
}
