public import NoteletClient
public import NoteletInterface

/// The repositories over one connection, which keep nothing on this device but the session.
///
///     let remote = RemoteRepositories(try Notelet("tls://notes.example.org:7575"))
///     let user = try await LoginUseCase(authRepository: remote.auth)
///         .execute(email: email, password: password)
///
/// Failures are `AppError`; where a task is cancelled, they throw `CancellationError`.
///
/// A further feature has its values and its repository's protocol in `NoteletInterface`, a
/// repository here that asks for it, and a fake of that; what it adds to `Notelet`, such as a list
/// that follows a feed, is in its own `Client` part, which this module may know.
public struct RemoteRepositories: Sendable {
    /// Signs people in and out.
    public let auth: RemoteAuthRepository
    /// Reads and changes accounts.
    public let users: RemoteUserRepository
    /// Reads and changes contacts.
    public let contacts: RemoteContactRepository
    /// Reads, sends and answers notes.
    public let messages: RemoteMessageRepository
    /// Keeps notes of some senders away.
    public let blocks: RemoteBlockRepository
    /// Keeps notes with some words away.
    public let mutedWords: RemoteMutedWordRepository
    /// Tells the operator about notes.
    public let reports: RemoteReportRepository
    /// Sends notes of strangers, and reads the answers.
    public let tickets: RemoteTicketRepository
    /// Reads and changes the items of collections.
    public let items: RemoteItemRepository
    /// Reads and changes the members of collections.
    public let members: RemoteMemberRepository
    /// Reads what was posted as members, and posts.
    public let posts: RemotePostRepository
    /// Reads surveys and answers them.
    public let surveys: any SurveyRepositoryInterface
    /// Reads what the account has of points.
    public let points: any PointRepositoryInterface
    /// Reads missions, the streak and achievements.
    public let gamification: any GamificationRepositoryInterface
    /// Reads orders, takes them and carries them out.
    public let orders: RemoteOrderRepository
    /// Reads what the account has of cash, and asks for it.
    public let payments: any PaymentRepositoryInterface
    /// Tells where an agent is, and where the agent of an order is.
    public let locations: RemoteLocationRepository
    /// Reads what is said about orders, and says something.
    public let chat: RemoteChatRepository
    /// Counts what is done.
    public let analytics: RemoteAnalyticsRepository
    /// Reads what the operator published for applications, and keeps it as long as the process
    /// lives.
    public let config: any ConfigRepositoryInterface
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
        blocks = RemoteBlockRepository(caller: caller)
        mutedWords = RemoteMutedWordRepository(caller: caller)
        reports = RemoteReportRepository(caller: caller)
        tickets = RemoteTicketRepository(caller: caller)
        items = RemoteItemRepository(caller: caller)
        members = RemoteMemberRepository(caller: caller)
        posts = RemotePostRepository(caller: caller)
        surveys = SurveyRepository(caller)
        points = PointRepository(caller)
        gamification = GamificationRepository(caller)
        orders = RemoteOrderRepository(caller: caller)
        payments = PaymentRepository(caller)
        locations = RemoteLocationRepository(caller: caller)
        chat = RemoteChatRepository(caller: caller)
        analytics = RemoteAnalyticsRepository(caller: caller)
        config = ConfigKeeper(on: NoConfigShelf(), caller)
        useCases = UseCases(
            auth: auth,
            users: users,
            contacts: contacts,
            messages: messages,
            blocks: blocks,
            mutedWords: mutedWords,
            reports: reports,
            tickets: tickets,
            items: items,
            members: members,
            posts: posts,
            analytics: analytics
        )
    }
}
