import NoteletAPI

@testable import Serving

/// Two people who know each other, a third, and a call of each method that succeeds.
struct World: Sendable {
    let service: TestService
    let alice: Person
    let bob: Person
    let guest: Person
    /// Alice's contacts: one linked to Bob, one old enough to be deleted.
    let contact: Contact
    let oldContact: Contact
    /// A note that Alice received from Bob.
    let note: ReceivedMessage
    /// With which somebody else sets a new password.
    let resetCode: String

    init(_ service: TestService? = nil) async throws {
        let service = try service ?? TestService()
        self.service = service
        var alice = try await service.person("alice")
        oldContact = try await service.addContact("오래된", of: alice)
        service.clock.advance(seconds: 259_200)
        alice = try await service.renewed(alice)
        self.alice = alice
        bob = try await service.person("bob")
        guest = try await service.guest()
        contact = try await service.addContact("bob", of: alice, link: bob.link)
        try await service.send("쪽지", from: bob, to: alice)
        resetCode = try await service.resetCode(for: try await service.person("dora"))
        guard let note = try await service.received(by: alice).first else {
            throw Unexpected("the note did not arrive")
        }
        self.note = note
    }

    /// The request of a method that Alice may call, encoded.
    func payload(of method: MethodSummary) -> [UInt8] {
        switch method.service {
        case AccountsAPI.descriptor.name: accountPayload(method.name)
        case ContactsAPI.descriptor.name: contactPayload(method.name)
        case MessagesAPI.descriptor.name: messagePayload(method.name)
        default: otherPayload(method.name)
        }
    }

    /// A request of the same meaning and other bytes: with a field that no version knows.
    func otherPayload(than payload: [UInt8]) -> [UInt8] { payload + [0xa0, 0x06, 0x01] }

    /// How Alice calls a method: with her token, where the method looks at one.
    func caller(of method: MethodSummary) -> Caller {
        method.token == .none ? .nobody : alice.elsewhere
    }

    private func accountPayload(_ name: String) -> [UInt8] {
        let password = TestService.password
        return switch name {
        case "SignUp":
            encode(
                SignUpRequest(username: "carol", email: "carol@example.com", password: password)
            )
        case "LogIn": encode(LogInRequest(email: alice.user.email, password: password))
        case "CreateGuest": encode(CreateGuestRequest())
        case "Refresh": encode(RefreshRequest(refreshToken: alice.session.refreshToken))
        case "LogOut": encode(LogOutRequest())
        case "GetCurrentUser": encode(GetCurrentUserRequest())
        case "ChangePassword":
            encode(ChangePasswordRequest(currentPassword: password, newPassword: password + "!"))
        case "ChangeEmail":
            encode(ChangeEmailRequest(email: "alice@example.org", password: password))
        case "ResetPassword":
            encode(ResetPasswordRequest(code: resetCode, newPassword: password))
        case "ExportData": encode(ExportDataRequest(password: password))
        case "DeleteAccount": encode(DeleteAccountRequest(password: password))
        default: preconditionFailure("Accounts.\(name) has no sample request.")
        }
    }

    private func contactPayload(_ name: String) -> [UInt8] {
        switch name {
        case "ListContacts": encode(ListContactsRequest())
        case "GetContact": encode(GetContactRequest(id: contact.id))
        case "AddContact": encode(AddContactRequest(name: "새 사람"))
        case "UpdateContact": encode(UpdateContactRequest(id: contact.id, memo: "다른 메모"))
        case "DeleteContact": encode(DeleteContactRequest(id: oldContact.id))
        case "GetContactLimit": encode(GetContactLimitRequest())
        default: preconditionFailure("Contacts.\(name) has no sample request.")
        }
    }

    private func messagePayload(_ name: String) -> [UInt8] {
        switch name {
        case "SendToLink": encode(SendToLinkRequest(link: bob.link, content: "안녕"))
        case "SendToContact": encode(SendToContactRequest(contactID: contact.id, content: "안녕"))
        case "GetMessage": encode(GetMessageRequest(id: note.id))
        case "ListReceived": encode(ListReceivedRequest())
        case "ListSent": encode(ListSentRequest())
        case "ListByContact": encode(ListByContactRequest(contactID: contact.id))
        case "AnswerMessage": encode(AnswerMessageRequest(messageID: note.id, content: "답장"))
        case "BlockSender": encode(BlockSenderRequest(messageID: note.id))
        case "DeleteMessage": encode(DeleteMessageRequest(messageID: note.id))
        case "UnblockSender": encode(UnblockSenderRequest(messageID: note.id))
        case "ListBlocks": encode(ListBlocksRequest())
        case "ReportMessage": encode(ReportMessageRequest(messageID: note.id, reason: .spam))
        default: preconditionFailure("Messages.\(name) has no sample request.")
        }
    }

    private func otherPayload(_ name: String) -> [UInt8] {
        switch name {
        case "GetProfile": encode(GetProfileRequest())
        case "UpdateProfile": encode(UpdateProfileRequest(username: "alicia"))
        case "FindByLink": encode(FindByLinkRequest(link: bob.link))
        case "GetPublicProfile": encode(GetPublicProfileRequest(userID: bob.user.id))
        case "RotateLink": encode(RotateLinkRequest())
        case "SwitchOffLink": encode(SwitchOffLinkRequest())
        case "ListMutedWords": encode(ListMutedWordsRequest())
        case "MuteWord": encode(MuteWordRequest(word: "광고"))
        case "UnmuteWord": encode(UnmuteWordRequest(word: "광고"))
        case "Pull": encode(PullRequest())
        case "Watch": encode(WatchRequest())
        case "Check": encode(CheckRequest())
        default: preconditionFailure("\(name) has no sample request.")
        }
    }
}
