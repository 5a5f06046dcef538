import NoteletAPI

/// A message of the contract, as the tests see it.
typealias ContractMessage = Codable & Hashable & Sendable

/// All messages of notelet.v1; a test compares the list with the .proto files.
enum EveryMessage {
    static let types: [any ContractMessage.Type] =
        accounts + profiles + contacts + messages + sync + health + shared

    static let accounts: [any ContractMessage.Type] = [
        SignUpRequest.self, SignUpResponse.self, LogInRequest.self, LogInResponse.self,
        CreateGuestRequest.self, CreateGuestResponse.self, RefreshRequest.self,
        RefreshResponse.self, LogOutRequest.self, LogOutResponse.self, GetCurrentUserRequest.self,
        GetCurrentUserResponse.self, Guest.self, ChangePasswordRequest.self,
        ChangePasswordResponse.self, ChangeEmailRequest.self, ChangeEmailResponse.self,
        ResetPasswordRequest.self, ResetPasswordResponse.self,
        ExportDataRequest.self, ExportDataResponse.self,
        ExportedSession.self, DeleteAccountRequest.self, DeleteAccountResponse.self,
    ]

    static let profiles: [any ContractMessage.Type] = [
        GetProfileRequest.self, GetProfileResponse.self, UpdateProfileRequest.self,
        UpdateProfileResponse.self, FindByLinkRequest.self, FindByLinkResponse.self,
        GetPublicProfileRequest.self, GetPublicProfileResponse.self,
        RotateLinkRequest.self, RotateLinkResponse.self, SwitchOffLinkRequest.self,
        SwitchOffLinkResponse.self, ListMutedWordsRequest.self, ListMutedWordsResponse.self,
        MuteWordRequest.self, MuteWordResponse.self, UnmuteWordRequest.self,
        UnmuteWordResponse.self,
    ]

    static let contacts: [any ContractMessage.Type] = [
        Contact.self, ListContactsRequest.self, ListContactsResponse.self, GetContactRequest.self,
        GetContactResponse.self, AddContactRequest.self, AddContactResponse.self,
        UpdateContactRequest.self, UpdateContactResponse.self, DeleteContactRequest.self,
        DeleteContactResponse.self, GetContactLimitRequest.self, GetContactLimitResponse.self,
    ]

    static let messages: [any ContractMessage.Type] = [
        SendToLinkRequest.self, SendToContactRequest.self, SendResponse.self,
        GetMessageRequest.self, GetMessageResponse.self, ListReceivedRequest.self,
        ListReceivedResponse.self, ListSentRequest.self, ListSentResponse.self,
        ListByContactRequest.self, ListByContactResponse.self, AnswerMessageRequest.self,
        AnswerMessageResponse.self, DeleteMessageRequest.self, DeleteMessageResponse.self,
        BlockSenderRequest.self, BlockSenderResponse.self,
        UnblockSenderRequest.self, UnblockSenderResponse.self, ListBlocksRequest.self,
        ListBlocksResponse.self, Block.self, ReportMessageRequest.self, ReportMessageResponse.self,
    ]

    static let sync: [any ContractMessage.Type] = [
        PullRequest.self, WatchRequest.self, ChangePage.self, Change.self, MessageAnswered.self,
    ]

    static let health: [any ContractMessage.Type] = [CheckRequest.self, CheckResponse.self]

    static let shared: [any ContractMessage.Type] = [
        User.self, PublicProfile.self, PersonalLink.self, Plan.self, Session.self,
        ReceivedMessage.self, SentMessage.self, Answer.self, Message.self, Refusal.self,
    ]

    /// The name of a message in the contract.
    static func name(_ type: any ContractMessage.Type) -> String { "notelet.v1.\(type)" }

    static let typesByName = Dictionary(uniqueKeysWithValues: types.map { (name($0), $0) })
}
