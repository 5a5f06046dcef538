/// The methods of `notelet.v1.Messages`.
///
/// Notes, their answers, and what a receiver can do about them.
public enum MessagesAPI {
    private static let service = "notelet.v1.Messages"

    /// Sends a note to whoever a personal link belongs to.
    public static let sendToLink = MethodDescriptor<SendToLinkRequest, SendResponse>(
        service: service,
        name: "SendToLink",
        effect: .write,
        token: .required,
        isPadded: true
    )

    /// Sends a note to the other end of a contact: from its owner to the linked user, and from the
    /// linked user to the owner.
    ///
    /// To anybody else the contact does not exist.
    public static let sendToContact = MethodDescriptor<SendToContactRequest, SendResponse>(
        service: service,
        name: "SendToContact",
        effect: .write,
        token: .required,
        isPadded: true
    )

    /// One note, by the id under which the caller knows it.
    public static let getMessage = MethodDescriptor<GetMessageRequest, GetMessageResponse>(
        service: service,
        name: "GetMessage",
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// What the caller received, newest first.
    public static let listReceived = MethodDescriptor<ListReceivedRequest, ListReceivedResponse>(
        service: service,
        name: "ListReceived",
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// What the caller sent, newest first.
    public static let listSent = MethodDescriptor<ListSentRequest, ListSentResponse>(
        service: service,
        name: "ListSent",
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// What went through one contact, newest first: the caller's own notes, and those of the other
    /// end that show their sender.
    public static let listByContact = MethodDescriptor<ListByContactRequest, ListByContactResponse>(
        service: service,
        name: "ListByContact",
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// Answers a note: only its receiver, only once.
    public static let answerMessage = MethodDescriptor<AnswerMessageRequest, AnswerMessageResponse>(
        service: service,
        name: "AnswerMessage",
        effect: .write,
        token: .required,
        isPadded: true
    )

    /// Deletes a note from the caller's own view, received or sent, with its answer.
    ///
    /// The other person notices nothing: that one's view stays as it is. A block by the note stays,
    /// and so does a report about it.
    public static let deleteMessage = MethodDescriptor<DeleteMessageRequest, DeleteMessageResponse>(
        service: service,
        name: "DeleteMessage",
        effect: .write,
        token: .required
    )

    /// From now on, notes of whoever sent this one do not arrive: anonymous ones if this one is
    /// anonymous, else those that show the sender.
    ///
    /// Nobody is told who that is, and the sender notices nothing.
    public static let blockSender = MethodDescriptor<BlockSenderRequest, BlockSenderResponse>(
        service: service,
        name: "BlockSender",
        effect: .write,
        token: .required
    )

    /// Takes back one block; a sender blocked by several notes stays blocked by the others.
    public static let unblockSender = MethodDescriptor<UnblockSenderRequest, UnblockSenderResponse>(
        service: service,
        name: "UnblockSender",
        effect: .write,
        token: .required
    )

    /// The notes by which senders are blocked, newest first.
    public static let listBlocks = MethodDescriptor<ListBlocksRequest, ListBlocksResponse>(
        service: service,
        name: "ListBlocks",
        effect: .read,
        token: .required
    )

    /// Tells the operator about a note.
    public static let reportMessage = MethodDescriptor<ReportMessageRequest, ReportMessageResponse>(
        service: service,
        name: "ReportMessage",
        effect: .write,
        token: .required
    )

    /// The service as a whole.
    public static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            sendToLink.summary,
            sendToContact.summary,
            getMessage.summary,
            listReceived.summary,
            listSent.summary,
            listByContact.summary,
            answerMessage.summary,
            deleteMessage.summary,
            blockSender.summary,
            unblockSender.summary,
            listBlocks.summary,
            reportMessage.summary,
        ]
    )
}
