import NoteletAPI
import ProtobufCoding
import Testing

/// What an initialiser is given goes out under its name: each golden message that all features
/// share, built by hand.
///
/// The initialisers of further features are written by the same generator.
@Suite
struct InitialiserTests {
    static let messages: [String: any ContractMessage] = accounts.merging(notes) { $1 }
        .merging(others) { $1 }

    @Test
    func builtMessagesAreTheGoldenOnes() throws {
        for vector in try VectorFile("messages.json").vectors {
            guard let message = Self.messages[vector.name] else { continue }
            #expect(ContractTypes.name(of: type(of: message)) == vector.message, "\(vector)")
            #expect(try ProtobufEncoder().encode(message) == vector.bytes, "\(vector)")
        }
    }

    @Test
    func everyMessageIsBuilt() {
        let built = Set(
            Self.messages.values.compactMap { ContractTypes.name(of: type(of: $0)) }
        )
        let names = ContractTypes.namesForApplications.filter { $0.hasPrefix("notelet.v1.") }
        #expect(built == names)
    }

    private static let accounts: [String: any ContractMessage] = [
        "sign_up_request": SignUpRequest(
            username: "민지",
            email: "minji@example.com",
            password: "correct horse battery"
        ),
        "sign_up_response": SignUpResponse(user: Sample.user, session: Sample.session),
        "log_in_request": LogInRequest(
            email: "minji@example.com",
            password: "correct horse battery"
        ),
        "log_in_request_2": LogInRequest(password: "correct horse battery", username: "민지"),
        "log_in_response": LogInResponse(user: Sample.user, session: Sample.session),
        "create_guest_request": CreateGuestRequest(),
        "create_guest_response": CreateGuestResponse(session: Sample.session),
        "refresh_request": RefreshRequest(refreshToken: Sample.accessToken),
        "refresh_response": RefreshResponse(session: Sample.session),
        "log_out_request": LogOutRequest(everywhere: true),
        "log_out_response": LogOutResponse(),
        "list_sessions_request": ListSessionsRequest(),
        "list_sessions_response": ListSessionsResponse(sessions: [Sample.openSession]),
        "open_session": Sample.openSession,
        "end_session_request": EndSessionRequest(sessionID: Sample.userID),
        "end_session_response": EndSessionResponse(),
        "get_current_user_request": GetCurrentUserRequest(),
        "get_current_user_response": GetCurrentUserResponse(identity: .guest(Sample.guest)),
        "get_current_user_response_2": GetCurrentUserResponse(),
        "guest": Sample.guest,
        "change_password_request": ChangePasswordRequest(
            currentPassword: "correct horse battery",
            newPassword: "staple of a new kind"
        ),
        "change_password_response": ChangePasswordResponse(),
        "change_email_request": ChangeEmailRequest(
            email: "minji@example.org",
            password: "correct horse battery"
        ),
        "change_email_response": ChangeEmailResponse(user: Sample.user),
        "reset_password_request": ResetPasswordRequest(
            code: "ABCDE-FGHJK-MNPQR-STVWX",
            newPassword: "staple of a new kind"
        ),
        "reset_password_response": ResetPasswordResponse(),
        "export_data_request": ExportDataRequest(password: "correct horse battery"),
        "export_data_response": ExportDataResponse(part: .blockedMessageID(Sample.receivedID)),
        "export_data_response_2": ExportDataResponse(part: .session(Sample.exportedSession)),
        "export_data_response_3": ExportDataResponse(part: .record(Sample.exportedRecord)),
        "exported_session": Sample.exportedSession,
        "exported_record": Sample.exportedRecord,
        "delete_account_request": DeleteAccountRequest(password: "correct horse battery"),
        "delete_account_response": DeleteAccountResponse(),
        "contact": Contact(
            id: Sample.contactID,
            name: "홍길동",
            relationship: "친구",
            memo: "동아리",
            registeredAt: Sample.exact,
            deletableAt: Sample.unlock,
            remainingLockDays: 3,
            isLinked: true
        ),
        "list_contacts_request": ListContactsRequest(cursor: Sample.cursor, pageSize: 500),
        "list_contacts_response": ListContactsResponse(contacts: [Sample.contact]),
        "get_contact_request": GetContactRequest(id: Sample.contactID),
        "get_contact_response": GetContactResponse(contact: Sample.contact),
        "add_contact_request": AddContactRequest(
            name: "홍길동",
            relationship: "친구",
            link: Sample.link
        ),
        "add_contact_response": AddContactResponse(contact: Sample.contact),
        "update_contact_request": UpdateContactRequest(id: Sample.contactID, memo: ""),
        "update_contact_response": UpdateContactResponse(contact: Sample.contact),
        "delete_contact_request": DeleteContactRequest(id: Sample.contactID),
        "delete_contact_response": DeleteContactResponse(),
        "get_contact_limit_request": GetContactLimitRequest(),
        "get_contact_limit_response": GetContactLimitResponse(
            currentCount: 5,
            maxContacts: 5,
            remainingSlots: 0
        ),
        "get_contact_limit_response_2": GetContactLimitResponse(currentCount: 120, canAdd: true),
    ]

    private static let notes: [String: any ContractMessage] = [
        "send_to_link_request": SendToLinkRequest(link: Sample.link, content: "안녕"),
        "send_to_link_request_2": SendToLinkRequest(
            link: Sample.link,
            content: "hi",
            revealSender: true
        ),
        "send_to_contact_request": SendToContactRequest(
            contactID: Sample.contactID,
            content: "hi",
            revealSender: true
        ),
        "send_response": SendResponse(messageID: Sample.sentID, sentAt: Sample.exact),
        "send_response_2": SendResponse(
            messageID: Sample.sentID,
            sentAt: Sample.exact,
            replyTicket: Sample.accessToken,
            ticketExpiresAt: Sample.ticketEnd
        ),
        "get_reply_request": GetReplyRequest(replyTicket: Sample.accessToken),
        "get_reply_response": GetReplyResponse(
            status: .answered,
            answer: Sample.answer,
            expiresAt: Sample.ticketEnd
        ),
        "get_reply_response_2": GetReplyResponse(status: .pending, expiresAt: Sample.ticketEnd),
        "get_message_request": GetMessageRequest(id: Sample.sentID),
        "get_message_response": GetMessageResponse(message: Sample.message),
        "list_received_request": ListReceivedRequest(),
        "list_received_request_2": ListReceivedRequest(cursor: Sample.cursor, pageSize: 100),
        "list_received_response": ListReceivedResponse(
            messages: [Sample.receivedMessage, Sample.receivedMessage2],
            nextCursor: Sample.cursor
        ),
        "list_sent_request": ListSentRequest(pageSize: 1),
        "list_sent_response": ListSentResponse(messages: [Sample.sentMessage]),
        "list_by_contact_request": ListByContactRequest(
            contactID: Sample.contactID,
            cursor: Sample.cursor,
            pageSize: 2
        ),
        "list_by_contact_response": ListByContactResponse(
            messages: [Sample.message2, Sample.message],
            nextCursor: Sample.cursor
        ),
        "answer_message_request": AnswerMessageRequest(
            messageID: Sample.receivedID,
            content: "고마워요 :)"
        ),
        "answer_message_response": AnswerMessageResponse(message: Sample.receivedMessage2),
        "block_sender_request": BlockSenderRequest(messageID: Sample.receivedID),
        "block_sender_response": BlockSenderResponse(),
        "delete_message_request": DeleteMessageRequest(messageID: Sample.receivedID),
        "delete_message_response": DeleteMessageResponse(),
        "unblock_sender_request": UnblockSenderRequest(messageID: Sample.receivedID),
        "unblock_sender_response": UnblockSenderResponse(),
        "list_blocks_request": ListBlocksRequest(),
        "list_blocks_response": ListBlocksResponse(blocks: [Sample.block]),
        "block": Sample.block,
        "report_message_request": ReportMessageRequest(
            messageID: Sample.receivedID,
            reason: .spam,
            detail: "광고"
        ),
        "report_message_response": ReportMessageResponse(),
        "pull_request": PullRequest(cursor: Sample.cursor, pageSize: 500),
        "watch_request_2": WatchRequest(accessToken: Sample.accessToken),
        "watch_request": WatchRequest(cursor: Sample.cursor),
        "watch_request_3": WatchRequest(feeds: [
            WatchedFeed(), WatchedFeed(feed: "items/news", cursor: Sample.receivedID),
        ]),
        "watched_feed": WatchedFeed(feed: "items/공지", cursor: Sample.receivedID),
        "shared_change": SharedChange(
            type: "notelet.items.v1.ItemChange",
            value: [0x12, 0x10] + Sample.receivedID
        ),
        "change_page_4": ChangePage(isUpToDate: true, feed: "items/news", isOver: true),
        "change_page": ChangePage(
            changes: [Sample.change, Sample.change2, Sample.change3],
            cursor: Sample.cursor
        ),
        "change_page_2": ChangePage(cursor: Sample.cursor, isUpToDate: true),
        "change": Change(kind: .user(Sample.user)),
        "change_2": Change(kind: .contact(Sample.contact)),
        "change_4": Change(kind: .deletedMessageID(Sample.receivedID)),
        "change_5": Change(
            kind: .changedMessage(Message(side: .received(Sample.receivedMessage2)))
        ),
        "change_6": Change(kind: .block(Sample.block)),
        "change_7": Change(kind: .unblockedMessageID(Sample.receivedID)),
        "change_3": Change(kind: .sent(Sample.sentMessage)),
        "message_answered": Sample.messageAnswered,
    ]

    private static let others: [String: any ContractMessage] = [
        "check_request": CheckRequest(),
        "check_response": CheckResponse(status: .serving, version: "1.0.0", now: Sample.exact),
        "get_profile_request": GetProfileRequest(),
        "get_profile_response": GetProfileResponse(user: Sample.user),
        "update_profile_request": UpdateProfileRequest(senderPolicy: .signedIn),
        "update_profile_response": UpdateProfileResponse(user: Sample.user),
        "find_by_link_request": FindByLinkRequest(link: Sample.link),
        "find_by_link_response": FindByLinkResponse(profile: Sample.publicProfile),
        "get_public_profile_request": GetPublicProfileRequest(userID: Sample.userID),
        "get_public_profile_response": GetPublicProfileResponse(profile: Sample.publicProfile2),
        "rotate_link_request": RotateLinkRequest(),
        "rotate_link_response": RotateLinkResponse(personalLink: Sample.personalLink),
        "switch_off_link_request": SwitchOffLinkRequest(),
        "switch_off_link_response": SwitchOffLinkResponse(),
        "list_muted_words_request": ListMutedWordsRequest(),
        "list_muted_words_response": ListMutedWordsResponse(words: ["광고 전화", "spam"]),
        "mute_word_request": MuteWordRequest(word: "광고 전화"),
        "mute_word_response": MuteWordResponse(),
        "unmute_word_request": UnmuteWordRequest(word: "광고 전화"),
        "unmute_word_response": UnmuteWordResponse(),
        "refusal": Refusal(
            reason: .contactLocked,
            fields: ["remaining_days": "1"],
            texts: ["ko": "아직 삭제할 수 없습니다. 1일 후 삭제 가능합니다."],
            retryable: true
        ),
        "user": Sample.user,
        "public_profile": PublicProfile(
            username: "민지",
            profileImageURL: "https://example.com/m.png",
            senderPolicy: .signedIn
        ),
        "public_profile_2": Sample.publicProfile2,
        "personal_link": Sample.personalLink,
        "plan": Plan(kind: .free),
        "session": Sample.session,
        "received_message": Sample.receivedMessage2,
        "received_message_2": Sample.receivedMessage,
        "received_message_3": Sample.receivedMessage3,
        "sent_message": Sample.sentMessage,
        "sent_message_2": Sample.sentMessage2,
        "answer": Sample.answer2,
        "answer_2": Sample.answer3,
        "message": Message(side: .received(Sample.receivedMessage2)),
    ]
}
