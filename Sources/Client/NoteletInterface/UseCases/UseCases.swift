/// All use cases over one set of repositories: the composition root of what an application does.
public struct UseCases: Sendable {
    /// Signs somebody in.
    public let login: LoginUseCase
    /// Opens an account.
    public let signup: SignupUseCase
    /// Signs somebody out.
    public let logout: LogoutUseCase
    /// Reads the account that is signed in.
    public let fetchUserProfile: FetchUserProfileUseCase
    /// Changes the account that is signed in.
    public let updateUserProfile: UpdateUserProfileUseCase
    /// Adds a contact.
    public let addContact: AddContactUseCase
    /// Deletes a contact that is old enough.
    public let deleteContact: DeleteContactUseCase
    /// Reads all contacts.
    public let fetchContacts: FetchContactsUseCase
    /// Tells whether there may be another contact.
    public let validateContactLimit: ValidateContactLimitUseCase
    /// Sends a note to a contact.
    public let sendMessage: SendMessageUseCase
    /// Sends a note to whoever a personal link belongs to.
    public let sendMessageToLink: SendMessageToLinkUseCase
    /// Answers a note.
    public let answerMessage: AnswerMessageUseCase
    /// Deletes a note from the account's own view.
    public let deleteMessage: DeleteMessageUseCase
    /// Reads all notes, sent and received, the newest first.
    public let fetchMessages: FetchMessagesUseCase
    /// Reads the notes of a kind, the newest first.
    public let fetchMessageHistory: FetchMessageHistoryUseCase
    /// Lets no more notes of whoever sent a note arrive.
    public let blockSender: BlockSenderUseCase
    /// Takes a block back.
    public let unblockSender: UnblockSenderUseCase
    /// Lets notes with a word arrive no more.
    public let muteWord: MuteWordUseCase
    /// Lets notes with a word arrive again.
    public let unmuteWord: UnmuteWordUseCase
    /// Tells the operator about a note.
    public let reportMessage: ReportMessageUseCase
    /// Sends a note to whoever a personal link belongs to, as somebody who has no account.
    public let sendMessageAsStranger: SendMessageAsStrangerUseCase
    /// Adds an item to a collection.
    public let addItem: AddItemUseCase
    /// Reads the members of a collection.
    public let getMembers: GetMembersUseCase
    /// Reads a member with the newest posts.
    public let getMemberDetail: GetMemberDetailUseCase
    /// Posts as a member.
    public let createPost: CreatePostUseCase

    /// Puts them together.
    ///
    /// - Parameters:
    ///   - auth: Signs people in and out.
    ///   - users: Has the accounts.
    ///   - contacts: Has the contacts.
    ///   - messages: Has the notes.
    ///   - blocks: Has the blocks.
    ///   - mutedWords: Has the words that are muted.
    ///   - reports: Sends reports.
    ///   - tickets: Sends notes of strangers.
    ///   - items: Has the items of collections.
    ///   - members: Has the members of collections.
    ///   - posts: Has what was posted as members.
    ///   - analytics: Counts what is done.
    ///   - dateClient: Tells the present moment.
    public init(
        auth: any AuthRepositoryInterface,
        users: any UserRepositoryInterface,
        contacts: any ContactRepositoryInterface,
        messages: any MessageRepositoryInterface,
        blocks: any BlockRepositoryInterface,
        mutedWords: any MutedWordRepositoryInterface,
        reports: any ReportRepositoryInterface,
        tickets: any TicketRepositoryInterface,
        items: any ItemRepositoryInterface,
        members: any MemberRepositoryInterface,
        posts: any PostRepositoryInterface,
        analytics: any AnalyticsRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        login = LoginUseCase(authRepository: auth)
        signup = SignupUseCase(authRepository: auth)
        logout = LogoutUseCase(authRepository: auth)
        fetchUserProfile = FetchUserProfileUseCase(userRepository: users)
        updateUserProfile = UpdateUserProfileUseCase(userRepository: users)
        addContact = AddContactUseCase(contactRepository: contacts, dateClient: dateClient)
        deleteContact = DeleteContactUseCase(contactRepository: contacts, dateClient: dateClient)
        fetchContacts = FetchContactsUseCase(contactRepository: contacts)
        validateContactLimit = ValidateContactLimitUseCase(contactRepository: contacts)
        sendMessage = SendMessageUseCase(
            messageRepository: messages,
            contactRepository: contacts,
            dateClient: dateClient
        )
        sendMessageToLink = SendMessageToLinkUseCase(
            messageRepository: messages,
            dateClient: dateClient
        )
        answerMessage = AnswerMessageUseCase(messageRepository: messages, dateClient: dateClient)
        deleteMessage = DeleteMessageUseCase(messageRepository: messages)
        fetchMessages = FetchMessagesUseCase(messageRepository: messages)
        fetchMessageHistory = FetchMessageHistoryUseCase(messageRepository: messages)
        blockSender = BlockSenderUseCase(blockRepository: blocks)
        unblockSender = UnblockSenderUseCase(blockRepository: blocks)
        muteWord = MuteWordUseCase(mutedWordRepository: mutedWords)
        unmuteWord = UnmuteWordUseCase(mutedWordRepository: mutedWords)
        reportMessage = ReportMessageUseCase(reportRepository: reports)
        sendMessageAsStranger = SendMessageAsStrangerUseCase(
            ticketRepository: tickets,
            dateClient: dateClient
        )
        addItem = AddItemUseCase(itemRepository: items, dateClient: dateClient)
        getMembers = GetMembersUseCase(memberRepository: members, analyticsRepository: analytics)
        getMemberDetail = GetMemberDetailUseCase(memberRepository: members)
        createPost = CreatePostUseCase(postRepository: posts, dateClient: dateClient)
    }
}
