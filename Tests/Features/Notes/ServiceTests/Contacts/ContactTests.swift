import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import Testing

@Suite struct ContactTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func addReason(_ request: AddContactRequest) async throws -> RefusalReason? {
        try await service.reason(ContactsAPI.addContact, request, as: alice.caller)
    }

    private func update(_ request: UpdateContactRequest) async throws -> NoteletAPI.Contact {
        let method = ContactsAPI.updateContact
        return try #require(try await service.call(method, request, as: alice.caller).contact)
    }

    private func deletion(_ contact: NoteletAPI.Contact) async throws -> NoteletAPI.Refusal? {
        let request = DeleteContactRequest(id: contact.id)
        let method = ContactsAPI.deleteContact
        let caller = try await service.renewed(alice).caller
        guard try await service.reason(method, request, as: caller) != nil else { return nil }
        return try await service.refusal(method, request, as: caller)
    }

    private func get(_ contact: NoteletAPI.Contact) async throws -> NoteletAPI.Contact {
        let request = GetContactRequest(id: contact.id)
        let caller = try await service.renewed(alice).caller
        let response = try await service.call(ContactsAPI.getContact, request, as: caller)
        return try #require(response.contact)
    }

    // MARK: The limit

    @Test func fiveContactsAreFreeAndTheLimitComesBeforeTheDuplicate() async throws {
        for number in 0..<5 {
            let limit = try await service.call(
                ContactsAPI.getContactLimit,
                GetContactLimitRequest(),
                as: alice.caller
            )
            #expect(limit.currentCount == number && limit.maxContacts == 5)
            #expect(limit.remainingSlots == Int32(5 - number) && limit.canAdd)
            try await service.addContact("\(number)", of: alice)
        }
        let refusal = try await service.refusal(
            ContactsAPI.addContact,
            AddContactRequest(name: "0"),
            as: alice.caller
        )
        #expect(refusal.reason == .contactLimitReached && refusal.fields == ["limit": "5"])
        service.clock.advance(seconds: 259_200)
        let again = try await service.renewed(alice)
        let first = try #require(try await service.contacts(of: again).first)
        #expect(try await deletion(first) == nil)
        for (name, expected) in [("1", RefusalReason.duplicateContactName), ("0", nil)] {
            let method = ContactsAPI.addContact
            let request = AddContactRequest(name: name)
            #expect(try await service.reason(method, request, as: again.caller) == expected)
        }
    }

    @Test func fiveAddsAtOnceBeyondTheLimitLeaveFive() async throws {
        let (service, alice) = (service, alice)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask { _ = try? await service.addContact("\(number)", of: alice) }
            }
        }
        #expect(try await service.contacts(of: alice).count == 5)
    }

    // MARK: Names

    @Test func aNameIsTakenInEitherNormalFormAndKeptAsGiven() async throws {
        let decomposed = "\u{1112}\u{1169}\u{11bc}\u{1100}\u{1175}\u{11af}\u{1103}\u{1169}\u{11bc}"
        let contact = try await service.addContact(decomposed, of: alice)
        #expect(Array(contact.name.utf8) == Array(decomposed.utf8))
        #expect(try await addReason(AddContactRequest(name: "홍길동")) == .duplicateContactName)
    }

    @Test func caseAndOwnerTellNamesApart() async throws {
        let bob = try await service.person("bob")
        try await service.addContact("jun", of: alice)
        try await service.addContact("Jun", of: alice)
        try await service.addContact("jun", of: bob)
    }

    @Test func aDuplicateIsFoundBeforeTheLinkIsLookedAt() async throws {
        try await service.addContact("jun", of: alice)
        let request = AddContactRequest(name: "jun", link: "nothing")
        #expect(try await addReason(request) == .duplicateContactName)
    }

    @Test func textsHaveTheirBounds() async throws {
        let long = String(repeating: "가", count: 50)
        let request = AddContactRequest(
            name: long,
            relationship: long,
            memo: String(repeating: "가", count: 500)
        )
        #expect(try await addReason(request) == nil)
        let wrong: [(String, AddContactRequest)] = [
            ("name", AddContactRequest(name: "")),
            ("name", AddContactRequest(name: " \n")),
            ("name", AddContactRequest(name: long + "가")),
            ("name", AddContactRequest(name: "a" + String(repeating: "\u{301}", count: 500))),
            ("relationship", AddContactRequest(name: "a", relationship: long + "가")),
            ("memo", AddContactRequest(name: "a", memo: String(repeating: "a", count: 501))),
        ]
        for (field, request) in wrong {
            let method = ContactsAPI.addContact
            let refusal = try await service.refusal(method, request, as: alice.caller)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == field)
        }
    }

    // MARK: The lock

    @Test func theLockEndsAtItsExactMoment() async throws {
        let contact = try await service.addContact("홍길동", of: alice)
        #expect(contact.remainingLockDays == 3)
        #expect(contact.registeredAt?.seconds == TestClock.startSeconds)
        #expect(contact.deletableAt?.seconds == TestClock.startSeconds + 259_200)
        let days: [(Int64, String)] = [
            (0, "3"), (1, "3"), (86_400_000 - 1, "3"), (86_400_000, "2"), (86_400_001, "2"),
            (172_800_000, "1"), (172_800_001, "1"), (259_199_999, "1"),
        ]
        for (milliseconds, remaining) in days {
            service.clock.set(TestClock.start)
            service.clock.advance(milliseconds: milliseconds)
            let refusal = try #require(try await deletion(contact))
            #expect(refusal.reason == .contactLocked && refusal.retryable)
            #expect(refusal.fields == ["remaining_days": remaining])
            #expect(try await get(contact).remainingLockDays == Int32(remaining))
        }
        service.clock.set(TestClock.start.adding(seconds: 259_200))
        #expect(try await get(contact).remainingLockDays == 0)
        #expect(try await deletion(contact) == nil)
        #expect(try await deletion(contact)?.reason == .contactNotFound)
    }

    @Test func theRefusalOfALockedContactSpeaksKorean() async throws {
        let contact = try await service.addContact("홍길동", of: alice)
        let texts = try #require(try await deletion(contact)).texts
        #expect(texts["ko"] == "아직 삭제할 수 없습니다. 3일 후 삭제 가능합니다.")
    }

    @Test func anUpdateMovesNeitherTheRegistrationNorTheOrder() async throws {
        let first = try await service.addContact("하나", of: alice)
        service.clock.advance(seconds: 60)
        let second = try await service.addContact("둘", of: alice)
        service.clock.advance(seconds: 60)
        let changed = try await update(UpdateContactRequest(id: first.id, name: "셋"))
        #expect(changed.registeredAt == first.registeredAt)
        #expect(changed.deletableAt == first.deletableAt)
        #expect(try await service.contacts(of: alice).map(\.id) == [first.id, second.id])
        service.clock.set(TestClock.start.adding(seconds: 259_200))
        #expect(try await deletion(changed) == nil)
    }

    // MARK: Updates

    @Test func anUpdateChangesWhatIsGivenAndLeavesTheRest() async throws {
        var expected = try await service.addContact("홍길동", of: alice)
        let texts = UpdateContactRequest(id: expected.id, relationship: "친구", memo: "학교")
        (expected.relationship, expected.memo) = ("친구", "학교")
        #expect(try await update(texts) == expected)
        expected.name = "길동"
        #expect(try await update(UpdateContactRequest(id: expected.id, name: "길동")) == expected)
        expected.memo = ""
        #expect(try await update(UpdateContactRequest(id: expected.id, memo: "")) == expected)
        #expect(try await get(expected) == expected)
    }

    @Test func aRenameMustFindTheNameFreeUnlessItIsItsOwn() async throws {
        let jun = try await service.addContact("jun", of: alice)
        try await service.addContact("minji", of: alice)
        let request = UpdateContactRequest(id: jun.id, name: "minji")
        let method = ContactsAPI.updateContact
        let reason = try await service.reason(method, request, as: alice.caller)
        #expect(reason == .duplicateContactName)
        #expect(try await update(UpdateContactRequest(id: jun.id, name: "jun")) == jun)
        _ = try await update(UpdateContactRequest(id: jun.id, name: "Jun"))
        #expect(try await addReason(AddContactRequest(name: "jun")) == nil)
    }

    // MARK: Links

    @Test func aContactIsLinkedUnlinkedAndLinkedToAnother() async throws {
        let (bob, carol) = (try await service.person("bob"), try await service.person("carol"))
        let contact = try await service.addContact("누구", of: alice, link: bob.link)
        #expect(contact.isLinked)
        try await service.send("1", from: alice, through: contact)
        #expect(try await !update(UpdateContactRequest(id: contact.id, link: "")).isLinked)
        #expect(try await update(UpdateContactRequest(id: contact.id, link: carol.link)).isLinked)
        try await service.send("2", from: alice, through: contact)
        #expect(try await service.received(by: bob).map(\.content) == ["1"])
        #expect(try await service.received(by: carol).map(\.content) == ["2"])
    }

    @Test func onesOwnLinkIsNobodyElse() async throws {
        let request = AddContactRequest(name: "나", link: alice.link)
        #expect(try await addReason(request) == .ownLink)
        let contact = try await service.addContact("나", of: alice)
        let reason = try await service.reason(
            ContactsAPI.updateContact,
            UpdateContactRequest(id: contact.id, link: alice.link),
            as: alice.caller
        )
        #expect(reason == .ownLink)
    }

    // MARK: Lists and strangers

    @Test func contactsComeInOrderOfRegistrationPageByPage() async throws {
        let end = TestClock.start.adding(seconds: 1_000)
        try await service.grant(.premium(expiresAt: end), to: alice)
        var names: [String] = []
        for number in 0..<7 {
            names.append("\(number)")
            try await service.addContact("\(number)", of: alice)
        }
        var found: [String] = []
        var request = ListContactsRequest(pageSize: 3)
        repeat {
            let method = ContactsAPI.listContacts
            let page = try await service.call(method, request, as: alice.caller)
            #expect(page.contacts.count <= 3)
            found += page.contacts.map(\.name)
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(found == names)
    }

    @Test func otherPeoplesContactsDoNotExist() async throws {
        let bob = try await service.person("bob")
        let linked = try await service.addContact("bob", of: alice, link: bob.link)
        service.clock.advance(seconds: 259_200)
        let fresh = try await service.renewed(bob)
        for id in [linked.id, [UInt8](repeating: 7, count: 16)] {
            let reasons = [
                try await service.reason(
                    ContactsAPI.getContact,
                    GetContactRequest(id: id),
                    as: fresh.caller
                ),
                try await service.reason(
                    ContactsAPI.updateContact,
                    UpdateContactRequest(id: id, name: "x"),
                    as: fresh.caller
                ),
                try await service.reason(
                    ContactsAPI.deleteContact,
                    DeleteContactRequest(id: id),
                    as: fresh.caller
                ),
            ]
            #expect(reasons == [.contactNotFound, .contactNotFound, .contactNotFound])
        }
        #expect(try await service.contacts(of: fresh).isEmpty)
    }

    @Test func anIDThatIsNoneIsRefusedByItsField() async throws {
        for id in [[], [UInt8](repeating: 1, count: 15), [UInt8](repeating: 1, count: 17)] {
            let method = ContactsAPI.getContact
            let request = GetContactRequest(id: id)
            let refusal = try await service.refusal(method, request, as: alice.caller)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "id")
        }
    }
}
