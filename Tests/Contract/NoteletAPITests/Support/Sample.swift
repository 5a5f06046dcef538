import NoteletAPI
import ProtobufCoding

/// The values of the golden messages.
enum Sample {
    static let userID = Hex.bytes("a41de0953b7748fd9c6e2057b8f3144a") ?? []
    static let receivedID = Hex.bytes("d20b7e6615ac4983b1f43e70c95a2d88") ?? []
    static let contactID = Hex.bytes("3e9a51f7c8044d6c8e127ab06d5f93b1") ?? []
    static let cursor =
        Hex.bytes("9c27d1f09c27d1f09c27d1f09c27d1f09c27d1f09c27d1f09c27d1f09c27d1f0") ?? []
    static let sentID = Hex.bytes("6f1c2a9be04d4f13a7c2583b91de0c47") ?? []
    static let link = "q83vEjRWeJq83v8SNFZ4mg"
    static let accessToken = "Zx3J9mS0Qk2rT1vB7nWcYg5hL8pD4fKqA6eRtUiOwXsZ-N_bMvCjHgFdSaPoIuYt"
    static let refreshToken = "tYuIoPaSdFgHjCvMb_N-ZsXwOiUtRe6AqKf4Dp8Lh5gYcWn7Bv1Tr2kQ0Sm9J3xZ"
    static let exact = Timestamp(seconds: 1_781_000_000, nanos: 123_000_000)
    static let ticketEnd = Timestamp(seconds: 1_783_592_000, nanos: 123_000_000)
    static let minute = Timestamp(seconds: 1_780_999_980, nanos: 0)
    static let unlock = Timestamp(seconds: 1_781_259_200, nanos: 123_000_000)
    static let newYear = Timestamp(seconds: 1_798_761_600, nanos: 0)
    static let accessEnd = Timestamp(seconds: 1_781_000_900, nanos: 0)
    static let refreshEnd = Timestamp(seconds: 1_783_592_000, nanos: 0)

    static let user = User(
        id: userID,
        username: "민지",
        email: "minji@example.com",
        personalLink: personalLink,
        plan: plan,
        status: .active,
        createdAt: exact,
        senderPolicy: .anyone
    )
    static let personalLink = PersonalLink(
        token: link,
        url: "https://app.anonymous-message.com/receive/\(link)",
        shareableText: "익명으로 쪽지를 보내주세요: https://app.anonymous-message.com/receive/\(link)"
    )
    static let plan = Plan(kind: .premium, expiresAt: newYear)
    static let session = Session(
        accessToken: accessToken,
        accessExpiresAt: accessEnd,
        refreshToken: refreshToken,
        refreshExpiresAt: refreshEnd
    )
    static let openSession = OpenSession(
        id: userID,
        openedAt: exact,
        refreshedAt: minute,
        expiresAt: refreshEnd,
        isCurrent: true
    )
    static let guest = Guest(id: userID)
    static let exportedRecord = ExportedRecord(
        type: "notelet.items.v1.Item",
        value: [0x0a, 0x10] + receivedID
    )
    static let exportedSession = ExportedSession(openedAt: exact, refreshedAt: exact)
    static let contact = Contact(
        id: contactID,
        name: "홍길동",
        relationship: "친구",
        memo: "동아리",
        registeredAt: exact,
        deletableAt: unlock,
        remainingLockDays: 3,
        isLinked: true
    )
    static let message = Message(side: .sent(sentMessage))
    static let sentMessage = SentMessage(
        id: sentID,
        content: "오늘 발표 정말 멋졌어요!",
        sentAt: exact,
        isAnonymous: true,
        receiverName: "민지",
        answer: answer
    )
    static let answer = Answer(content: "고마워요 :)", answeredAt: minute)
    static let receivedMessage = ReceivedMessage(
        id: receivedID,
        content: "hi",
        receivedAt: minute,
        senderName: "jun",
        contactID: contactID
    )
    static let receivedMessage2 = ReceivedMessage(
        id: receivedID,
        content: "오늘 발표 정말 멋졌어요!",
        receivedAt: minute,
        senderName: "익명",
        isAnonymous: true,
        answer: answer2
    )
    static let answer2 = Answer(content: "고마워요 :)", answeredAt: exact)
    static let answer3 = Answer(
        content: "고마워요 :)",
        answeredAt: exact,
        id: receivedID.map { ~$0 }
    )
    static let receivedMessage3 = ReceivedMessage(
        id: receivedID,
        content: "hi",
        receivedAt: minute,
        senderName: "jun",
        contactID: contactID,
        answer: answer3,
        senderID: userID,
        status: .answered
    )
    static let sentMessage2 = SentMessage(
        id: sentID,
        content: "안녕",
        sentAt: exact,
        isAnonymous: true,
        receiverName: "민지",
        status: .pending
    )
    static let message2 = Message(side: .received(receivedMessage))
    static let block = Block(messageID: receivedID, blockedAt: exact)
    static let publicProfile = PublicProfile(username: "민지", senderPolicy: .anyone)
    static let publicProfile2 = PublicProfile(
        username: "민지",
        senderPolicy: .anyone,
        id: userID
    )
    static let change = Change(kind: .received(receivedMessage))
    static let change2 = Change(kind: .answered(messageAnswered))
    static let messageAnswered = MessageAnswered(messageID: receivedID, answer: answer2)
    static let change3 = Change(kind: .deletedContactID(contactID))
}
