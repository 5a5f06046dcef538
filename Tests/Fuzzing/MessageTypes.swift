import NoteletAPI

/// Every message of the contract, and of what operators ask.
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
        ChangeUserRequest.self,
        GetReportRequest.self,
        GetStatisticsRequest.self,
        GetUserRequest.self,
        GrantPremiumRequest.self,
        ListReportsRequest.self,
        ListUsersRequest.self,
        ResolveReportRequest.self,
        RevealReportedSenderRequest.self,
        TailRequest.self,
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
        ChangeUserResponse.self,
        GetReportResponse.self,
        GetStatisticsResponse.self,
        GetUserResponse.self,
        ListReportsResponse.self,
        ListUsersResponse.self,
        ManagedUser.self,
        NoteSender.self,
        Report.self,
        ReportResolution.self,
        ResolveReportResponse.self,
        RevealReportedSenderResponse.self,
        TailEvent.self,
        Tally.self,
        UserHoldings.self,
    ]

    /// Fails when the contract has got a method whose messages are missing above.
    static func checkThatNoneIsMissing() {
        let names = Set((requests + replies).map { "\($0)" })
        for method in ServiceDescriptor.allMethods + AdministrationAPI.descriptor.methods {
            for type in [method.requestType, method.responseType] {
                let name = type.split(separator: ".").last.map(String.init) ?? ""
                precondition(names.contains(name), "\(type) is missing.")
            }
        }
    }
}
