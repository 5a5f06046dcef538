public import Foundation
public import NoteletClient
public import NoteletInterface
internal import NoteletRemote

/// All that an application of notes is built upon, put together: it works without a network, keeps
/// what it writes until the service has taken it, and shows each change as it comes.
///
///     let notelet = try OfflineApplication("tls://notes.example.org:7575", in: folder)
///     for await notes in notelet.messages.observeMessages(.received, countMax: 50) {
///         show(notes)
///     }
///
/// Who is signed in is so until the session is over, without a network as well; the copy begins to
/// be kept with the first question. Several processes may use one folder: one of them keeps the
/// copy, and all see it.
public struct OfflineApplication: Sendable {
    /// Signs people in and out.
    public let auth: OfflineAuthRepository
    /// Reads and changes accounts.
    public let users: OfflineUserRepository
    /// Reads and changes contacts.
    public let contacts: OfflineContactRepository
    /// Reads, sends and answers notes.
    public let messages: OfflineMessageRepository
    /// Keeps notes of some senders away.
    public let blocks: OfflineBlockRepository
    /// Keeps notes with some words away, for which there must be a network.
    public let mutedWords: any MutedWordRepositoryInterface
    /// Tells the operator about notes, for which there must be a network.
    public let reports: any ReportRepositoryInterface
    /// Sends notes of strangers and reads the answers, for which there must be a network.
    public let tickets: any TicketRepositoryInterface
    /// Reads and changes the items of collections.
    public let items: OfflineItemRepository
    /// Reads and changes the members of collections.
    public let members: OfflineMemberRepository
    /// Reads what was posted as members, and posts.
    public let posts: OfflinePostRepository
    /// Reads surveys, and answers them, for which there must be a network.
    public let surveys: any ObservableSurveyRepositoryInterface
    /// Reads what the account has of points.
    public let points: any ObservablePointRepositoryInterface
    /// Reads missions, the streak and achievements; to check in and to claim there must be a
    /// network.
    public let gamification: any ObservableGamificationRepositoryInterface
    /// Reads orders; to take them and to carry them out there must be a network.
    public let orders: OfflineOrderRepository
    /// Reads what the account has of cash; to ask for it there must be a network.
    public let payments: any ObservablePaymentRepositoryInterface
    /// Tells where an agent is; to begin with it, and to ask where somebody is, there must be a
    /// network.
    public let locations: OfflineLocationRepository
    /// Reads what is said about orders, and says something.
    public let chat: OfflineChatRepository
    /// Counts what is done, whoever is signed in.
    public let analytics: OfflineAnalyticsRepository
    /// Reads what the operator published for applications; the last version stays on the device,
    /// also when somebody signs out, for it is no person's.
    public var config: any ConfigRepositoryInterface { configKeeper }
    /// What was written and not yet taken.
    public let outbox: OfflineOutbox
    /// How the copy is kept.
    public let sync: OfflineSync
    /// What is done with all of these.
    public let useCases: UseCases
    /// The plain connection, for what no repository has: the password, the link, an export.
    ///
    /// Nobody is to be signed in or out by it, nor an account deleted.
    public let notelet: Notelet
    private let space: AccountSpace
    private let configKeeper: ConfigKeeper

    /// Prepares everything; nothing is opened, and nothing is sent, before it is asked for.
    ///
    /// - Parameters:
    ///   - notelet: The connection, whose session store says who is signed in. It may be used
    ///     beside this, but to sign in and out, or to delete the account.
    ///   - folder: Where copies are, for this connection's server alone; made where there is none.
    ///   - configuration: How it reads and writes.
    public init(
        _ notelet: Notelet,
        in folder: URL,
        configuration: OfflineConfiguration = OfflineConfiguration()
    ) {
        let remote = RemoteRepositories(notelet)
        let space = AccountSpace(
            in: folder,
            caller: remote.caller,
            configuration: configuration
        )
        self.space = space
        self.notelet = notelet
        auth = OfflineAuthRepository(space: space)
        users = OfflineUserRepository(space: space)
        contacts = OfflineContactRepository(space: space)
        messages = OfflineMessageRepository(space: space)
        blocks = OfflineBlockRepository(space: space, dateClient: configuration.dateClient)
        mutedWords = remote.mutedWords
        reports = remote.reports
        tickets = remote.tickets
        items = OfflineItemRepository(space: space)
        members = OfflineMemberRepository(space: space)
        posts = OfflinePostRepository(space: space)
        let answers = KeptAnswers(space: space)
        surveys = SurveyRepository(answers)
        points = PointRepository(answers)
        gamification = GamificationRepository(answers)
        orders = OfflineOrderRepository(space: space, answers: answers)
        payments = PaymentRepository(answers)
        locations = OfflineLocationRepository(space: space)
        chat = OfflineChatRepository(space: space)
        let (caller, description) = (remote.caller, configuration.application)
        analytics = OfflineAnalyticsRepository(
            events: EventBuffer(in: folder, configuration: configuration) { batch in
                try await caller.send(
                    batch.events,
                    of: description,
                    installation: batch.installation,
                    key: batch.key
                )
            }
        )
        configKeeper = ConfigKeeper(on: ConfigFile(folder: folder), remote.caller)
        outbox = OfflineOutbox(space: space)
        sync = OfflineSync(space: space)
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
            analytics: analytics,
            dateClient: configuration.dateClient
        )
    }

    /// Prepares everything over a connection of its own, whose session is in the folder.
    ///
    /// - Parameters:
    ///   - server: The address, as `Notelet` takes it.
    ///   - folder: Where copies and the session are; made where there is none.
    ///   - configuration: How it reads and writes.
    /// - Throws: `NoteletError` with `invalidAddress` or `unusableCertificate`.
    public init(
        _ server: String,
        in folder: URL,
        configuration: OfflineConfiguration = OfflineConfiguration()
    ) throws(NoteletError) {
        let sessions = FileSessionStore(path: folder.appendingPathComponent("session.json").path)
        self.init(
            try Notelet(server, sessions: sessions),
            in: folder,
            configuration: configuration
        )
    }

    /// Stops to keep the copy, and lets go of its files, for good: its streams end, and what is
    /// asked of it later is refused.
    public func close() async {
        await configKeeper.close()
        await space.close()
        await analytics.events.close()
    }
}
