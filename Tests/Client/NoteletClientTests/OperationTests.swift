import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import TTRPC
import Testing

/// The short forms say to the service what they promise.
@Suite(.timeLimit(.minutes(1))) struct OperationTests {
    @Test("A refusal brings its reason, facts and sentences")
    func refusal() async throws {
        let server = try FakeServer { router in
            router.answer(ContactsAPI.deleteContact) { _, _ in
                throw try RPCError.refusal(.contactLocked, fields: ["remaining_days": "2"])
            }
        }
        let notelet = try TestClient(server).notelet
        let error = await #expect(throws: NoteletError.self) {
            try await notelet.deleteContact([])
        }
        #expect(error?.code == .refused)
        #expect(error?.reason == .contactLocked)
        #expect(error?.fields == ["remaining_days": "2"])
        #expect(error?.text(in: "ko") == "아직 삭제할 수 없습니다. 2일 후 삭제 가능합니다.")
        #expect(error?.text(in: "fr") == error?.text(in: "en"))
    }

    @Test(
        "A status without a refusal is told by its code",
        arguments: [
            (StatusCode.unauthenticated, NoteletError.Code.notAuthenticated),
            (.unimplemented, .notOffered), (.invalidArgument, .protocolViolation),
            (.internal, .serverFailure), (.unknown, .serverFailure), (.dataLoss, .serverFailure),
            (.permissionDenied, .refused), (.resourceExhausted, .refused),
        ]
    )
    func codes(status: StatusCode, code: NoteletError.Code) async throws {
        let server = try FakeServer { router in
            router.answer(HealthAPI.check) { _, _ in throw RPCError(status, "") }
        }
        let notelet = try TestClient(server).notelet
        let error = await #expect(throws: NoteletError.self) { try await notelet.check() }
        #expect(error?.code == code)
        #expect(error?.message == "\(status)")
        #expect(error?.text(in: "ko") == "\(status)")
        #expect(error.map { "\($0)" } == "\(code): \(status)")
    }

    @Test("What a server takes from nobody that it does not know is sent again once it knows")
    func largeRequest() async throws {
        var limits = ServerLimits()
        limits.strangerMessageByteCountMax = 16 << 10
        let calls = Log<String>()
        let clock = TestClock()
        let server = try FakeServer(limits: limits) { router in
            router.admitGuests(clock)
            router.answer(ProfilesAPI.getProfile) { _, context in
                calls.append("profile \(context.token ?? "")")
                context.connection.markAuthenticated()
                throw try RPCError.refusal(.accountRequired)
            }
            router.answer(ItemsAPI.createItem) { request, context in
                calls.append("item \(request.payload.count) \(context.key ?? "")")
                return CreateItemResponse()
            }
        }
        let notelet = try TestClient(server, clock: clock).notelet
        try await notelet.becomeGuest()
        for (size, key) in [(65_536, "a"), (65_535, "b"), (3, "c")] {
            _ = try await notelet.call(
                ItemsAPI.createItem,
                CreateItemRequest(payload: [UInt8](repeating: 7, count: size)),
                idempotencyKey: IdempotencyKey(key)
            )
        }
        #expect(
            calls.entries == ["profile access-1", "item 65536 a", "item 65535 b", "item 3 c"]
        )
    }

    @Test("Whoever is unknown after all is told so, and a large request is not sent for ever")
    func largeRequestOfNobody() async throws {
        var limits = ServerLimits()
        limits.wire.messageByteCountMax = 16 << 10
        let calls = Log<Void>()
        let clock = TestClock()
        let server = try FakeServer(limits: limits) { router in
            router.admitGuests(clock)
            router.answer(ProfilesAPI.getProfile) { _, _ in
                calls.append(())
                return GetProfileResponse()
            }
        }
        let notelet = try TestClient(server, clock: clock).notelet
        try await notelet.becomeGuest()
        let error = await #expect(throws: NoteletError.self) {
            _ = try await notelet.call(
                ItemsAPI.createItem,
                CreateItemRequest(payload: [UInt8](repeating: 7, count: 65_536))
            )
        }
        #expect(error?.code == .refused && error?.refusal == nil)
        #expect(calls.entries.count == 1)
    }

    @Test("A detail that is no refusal is passed over")
    func damagedRefusal() async throws {
        let url = "type.googleapis.com/notelet.v1.Refusal"
        let server = try FakeServer { router in
            router.answer(HealthAPI.check) { _, _ in
                let detail = StatusDetail(typeURL: url, value: [0xFF])
                throw RPCError(.notFound, "no", details: [detail])
            }
        }
        let notelet = try TestClient(server).notelet
        let error = await #expect(throws: NoteletError.self) { try await notelet.check() }
        #expect(error?.refusal == nil)
        #expect(error?.fields.isEmpty == true)
    }

    @Test("A response without its content breaks the contract")
    func incomplete() async throws {
        let server = try FakeServer { router in
            router.answer(AccountsAPI.logIn) { _, _ in LogInResponse(user: User()) }
            router.answer(AccountsAPI.createGuest) { _, _ in CreateGuestResponse() }
            router.answer(ProfilesAPI.getProfile) { _, _ in GetProfileResponse() }
            router.answer(ProfilesAPI.updateProfile) { _, _ in UpdateProfileResponse() }
            router.answer(ProfilesAPI.rotateLink) { _, _ in RotateLinkResponse() }
            router.answer(ProfilesAPI.findByLink) { _, _ in FindByLinkResponse() }
            router.answer(ProfilesAPI.getPublicProfile) { _, _ in GetPublicProfileResponse() }
            router.answer(AccountsAPI.changeEmail) { _, _ in ChangeEmailResponse() }
            router.answer(ContactsAPI.getContact) { _, _ in GetContactResponse() }
            router.answer(ContactsAPI.addContact) { _, _ in AddContactResponse() }
            router.answer(ContactsAPI.updateContact) { _, _ in UpdateContactResponse() }
            router.answer(MessagesAPI.getMessage) { _, _ in GetMessageResponse() }
            router.answer(MessagesAPI.answerMessage) { _, _ in AnswerMessageResponse() }
        }
        let notelet = try TestClient(server).notelet
        let calls: [() async throws -> Void] = [
            { try await notelet.logIn(email: "", password: "") },
            { try await notelet.becomeGuest() },
            { _ = try await notelet.link() },
            { try await notelet.updateProfile(username: "a") },
            { try await notelet.rotateLink() },
            { _ = try await notelet.findPerson(byLink: "a") },
            { _ = try await notelet.findPerson(UserID(UUID())) },
            { try await notelet.changeEmail(to: "a", password: "b") },
            { _ = try await notelet.contact([]) },
            { try await notelet.addContact(name: "a") },
            { try await notelet.updateContact(UpdateContactRequest()) },
            { _ = try await notelet.message([]) },
            { try await notelet.answer([], with: "a") },
        ]
        for call in calls {
            let error = await #expect(throws: NoteletError.self) { try await call() }
            #expect(error?.code == .protocolViolation)
        }
    }

    @Test("Notes go where they are sent, anonymous unless signed")
    func send() async throws {
        let links = Log<SendToLinkRequest>()
        let contacts = Log<SendToContactRequest>()
        let server = try FakeServer { router in
            router.answer(MessagesAPI.sendToLink) { request, _ in
                links.append(request)
                return SendResponse(messageID: [1])
            }
            router.answer(MessagesAPI.sendToContact) { request, _ in
                contacts.append(request)
                return SendResponse(messageID: [2])
            }
        }
        let notelet = try TestClient(server).notelet
        #expect(try await notelet.send("hi", toLink: "token").messageID == [1])
        #expect(try await notelet.send("hi", toContact: [7], signed: .username).messageID == [2])
        #expect(links.entries == [SendToLinkRequest(link: "token", content: "hi")])
        let expected = SendToContactRequest(contactID: [7], content: "hi", revealSender: true)
        #expect(contacts.entries == [expected])
    }

    @Test("Lists give their pages and their items to the end")
    func lists() async throws {
        let server = try FakeServer { router in
            router.answer(MessagesAPI.listReceived) { request, _ in
                let start = Int(request.cursor.first ?? 0)
                let end = min(start + Int(request.pageSize), 5)
                return ListReceivedResponse(
                    messages: (start..<end).map { ReceivedMessage(content: "\($0)") },
                    nextCursor: end == 5 ? [] : [UInt8(end)]
                )
            }
            router.answer(MessagesAPI.listSent) { _, _ in ListSentResponse() }
            router.answer(MessagesAPI.listByContact) { request, _ in
                let note = Message(side: .sent(SentMessage(contactID: request.contactID)))
                return ListByContactResponse(messages: [note])
            }
            router.answer(ContactsAPI.listContacts) { _, _ in
                ListContactsResponse(contacts: [Contact(name: "a")])
            }
            router.answer(AccountsAPI.listSessions) { _, _ in
                ListSessionsResponse(sessions: [OpenSession(id: [2], isCurrent: true)])
            }
            router.answer(MessagesAPI.listBlocks) { _, _ in
                ListBlocksResponse(blocks: [Block(messageID: [1])])
            }
        }
        let notelet = try TestClient(server).notelet
        var counts: [Int] = []
        for try await page in notelet.inbox(pageSize: 2) { counts.append(page.items.count) }
        #expect(counts == [2, 2, 1])
        var contents: [String] = []
        for try await note in notelet.inbox(pageSize: 2).items { contents.append(note.content) }
        #expect(contents == ["0", "1", "2", "3", "4"])
        for try await _ in notelet.sent().items { Issue.record("The list is empty.") }
        for try await note in notelet.history(ofContact: [9]).items {
            #expect(note.side == .sent(SentMessage(contactID: [9])))
        }
        for try await contact in notelet.contacts().items { #expect(contact.name == "a") }
        #expect(try await notelet.blocks() == [Block(messageID: [1])])
        #expect(try await notelet.openSessions() == [OpenSession(id: [2], isCurrent: true)])
    }

    @Test("An export gives its parts and then ends")
    func export() async throws {
        let server = try FakeServer { router in
            router.stream(AccountsAPI.exportData) { request, writer, _ in
                guard request.password == "right" else {
                    throw try RPCError.refusal(.wrongCredentials)
                }
                try await writer.send(ExportDataResponse(part: .user(User(username: "a"))))
                try await writer.send(ExportDataResponse())
                try await writer.send(ExportDataResponse(part: .blockedMessageID([1])))
            }
        }
        let notelet = try TestClient(server).notelet
        var parts: [ExportDataResponse.Part] = []
        for try await part in notelet.export(password: "right") { parts.append(part) }
        #expect(parts == [.user(User(username: "a")), .blockedMessageID([1])])
        let error = await #expect(throws: NoteletError.self) {
            for try await _ in notelet.export(password: "wrong") {}
        }
        #expect(error?.reason == .wrongCredentials)
        #expect(error?.code == .refused)
    }

    @Test("An export with a token that has ended is asked for once more")
    func exportRefreshes() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.refresh) { _, _ in RefreshResponse(session: .numbered(2)) }
            router.stream(AccountsAPI.exportData) { _, writer, context in
                guard context.token == "access-2" else {
                    throw try RPCError.refusal(.notAuthenticated)
                }
                try await writer.send(ExportDataResponse(part: .user(User())))
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        var count = 0
        for try await _ in notelet.export(password: "") { count += 1 }
        #expect(count == 1)
    }

    @Test("The remaining short forms reach their methods")
    func others() async throws {
        let calls = Log<String>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.changePassword) { request, _ in
                calls.append("\(request.currentPassword)>\(request.newPassword)")
                return ChangePasswordResponse()
            }
            router.answer(AccountsAPI.deleteAccount) { request, _ in
                calls.append("delete \(request.password)")
                return DeleteAccountResponse()
            }
            router.answer(MessagesAPI.blockSender) { request, _ in
                calls.append("block \(request.messageID)")
                return BlockSenderResponse()
            }
            router.answer(MessagesAPI.unblockSender) { request, _ in
                calls.append("unblock \(request.messageID)")
                return UnblockSenderResponse()
            }
            router.answer(MessagesAPI.reportMessage) { request, _ in
                calls.append("report \(request.reason.rawValue) \(request.detail)")
                return ReportMessageResponse()
            }
            router.answer(ContactsAPI.getContactLimit) { _, _ in
                GetContactLimitResponse(currentCount: 4, maxContacts: 5, remainingSlots: 1)
            }
            router.answer(SyncAPI.pull) { request, _ in ChangePage(cursor: request.cursor) }
        }
        let client = try TestClient(server)
        let notelet = client.notelet
        try await notelet.becomeGuest()
        try await notelet.changePassword(from: "a", to: "b")
        try await notelet.block(senderOf: [1])
        try await notelet.unblock(senderOf: [1])
        try await notelet.report([1], reason: .spam, detail: "x")
        #expect(try await notelet.contactLimit().remainingSlots == 1)
        #expect(try await notelet.pull(from: [3]).cursor == [3])
        try await notelet.deleteAccount(password: "b")
        #expect(client.store.load() == nil)
        #expect(calls.entries == ["a>b", "block [1]", "unblock [1]", "report 4 x", "delete b"])
    }

    @Test(
        "What is no address is refused",
        arguments: ["", "127.0.0.1:7575", "ftp://a:1", "http://a/../b", "tcp://a"]
    )
    func addresses(text: String) {
        let error = #expect(throws: NoteletError.self) { try Notelet(text) }
        #expect(error?.code == .invalidAddress)
    }
}
