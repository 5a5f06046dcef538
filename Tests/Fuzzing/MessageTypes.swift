import NoteletAPI

/// Every message of the contract.
///
/// Which one an input is decoded as, its first byte says.
enum MessageTypes {
    typealias Coded = Codable & Equatable & Sendable

    /// What a server decodes.
    static let requests: [any Coded.Type] = [
        AddContactRequest.self,
        AnswerMessageRequest.self,
        BlockSenderRequest.self,
        ChangePasswordRequest.self,
        CheckRequest.self,
        CreateGuestRequest.self,
        DeleteAccountRequest.self,
        DeleteContactRequest.self,
        ExportDataRequest.self,
        FindByLinkRequest.self,
        GetContactLimitRequest.self,
        GetContactRequest.self,
        GetCurrentUserRequest.self,
        GetMessageRequest.self,
        GetProfileRequest.self,
        ListBlocksRequest.self,
        ListByContactRequest.self,
        ListContactsRequest.self,
        ListReceivedRequest.self,
        ListSentRequest.self,
        LogInRequest.self,
        LogOutRequest.self,
        PullRequest.self,
        RefreshRequest.self,
        ReportMessageRequest.self,
        RotateLinkRequest.self,
        SendToContactRequest.self,
        SendToLinkRequest.self,
        SignUpRequest.self,
        SwitchOffLinkRequest.self,
        UnblockSenderRequest.self,
        UpdateContactRequest.self,
        UpdateProfileRequest.self,
        WatchRequest.self,
    ]

    /// What a client decodes, and the messages within those.
    static let replies: [any Coded.Type] = [
        AddContactResponse.self,
        AnswerMessageResponse.self,
        BlockSenderResponse.self,
        ChangePage.self,
        ChangePasswordResponse.self,
        CheckResponse.self,
        CreateGuestResponse.self,
        DeleteAccountResponse.self,
        DeleteContactResponse.self,
        ExportDataResponse.self,
        FindByLinkResponse.self,
        GetContactLimitResponse.self,
        GetContactResponse.self,
        GetCurrentUserResponse.self,
        GetMessageResponse.self,
        GetProfileResponse.self,
        ListBlocksResponse.self,
        ListByContactResponse.self,
        ListContactsResponse.self,
        ListReceivedResponse.self,
        ListSentResponse.self,
        LogInResponse.self,
        LogOutResponse.self,
        RefreshResponse.self,
        ReportMessageResponse.self,
        RotateLinkResponse.self,
        SendResponse.self,
        SignUpResponse.self,
        SwitchOffLinkResponse.self,
        UnblockSenderResponse.self,
        UpdateContactResponse.self,
        UpdateProfileResponse.self,
        Answer.self,
        Block.self,
        Change.self,
        Contact.self,
        ExportedSession.self,
        Guest.self,
        Message.self,
        MessageAnswered.self,
        PersonalLink.self,
        Plan.self,
        PublicProfile.self,
        ReceivedMessage.self,
        Refusal.self,
        SentMessage.self,
        Session.self,
        User.self,
    ]

    /// Fails when the contract has got a method whose messages are missing above.
    static func checkThatNoneIsMissing() {
        let names = Set((requests + replies).map { "notelet.v1.\($0)" })
        for method in ServiceDescriptor.allMethods {
            precondition(names.contains(method.requestType), "\(method.requestType) is missing.")
            precondition(names.contains(method.responseType), "\(method.responseType) is missing.")
        }
    }
}
