import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Adding contacts")
struct AddContactUseCaseTests {
    private let repository = MockContactRepository(contactsToReturn: [])
    private let clock = FakeClock()

    private func add(_ name: String, isPremium: Bool = false) async throws -> Contact {
        let useCase = AddContactUseCase(
            contactRepository: repository,
            dateClient: clock.dateClient
        )
        return try await useCase.execute(
            ownerUserId: UUID(),
            name: name,
            relationship: "친구",
            memo: nil,
            isPremium: isPremium
        )
    }

    @Test func testAddContact_Success() async throws {
        let contact = try await add("홍길동")
        #expect(contact.name == "홍길동")
        #expect(contact.relationship == "친구")
        #expect(contact.registeredAt == clock.now)
        #expect(repository.addContactCalled)
        #expect(repository.addContactCalls.arguments == [contact])
    }

    @Test func testAddContact_LimitReached_ThrowsError() async {
        repository.answer(with: Array(repeating: Contact.mock(), count: 5))
        await #expect(throws: ContactError.limitReached) { try await add("홍길동") }
        #expect(!repository.addContactCalled)
    }

    @Test("The limit is looked at before the name, and a paid plan has none")
    func limitComesFirst() async throws {
        repository.answer(with: (1...5).map { Contact.mock(name: "\($0)") })
        await #expect(throws: ContactError.limitReached) { try await add("1") }
        await #expect(throws: ContactError.duplicateName) { try await add("1", isPremium: true) }
        #expect(try await add("6", isPremium: true).name == "6")
    }

    @Test("A name is the same in every Unicode form, and not in another case")
    func namesAreCompared() async throws {
        repository.answer(with: [.mock(name: "홍길동"), .mock(name: "kim")])
        let decomposed = "홍길동".decomposedStringWithCanonicalMapping
        await #expect(throws: ContactError.duplicateName) { try await add(decomposed) }
        #expect(try await add("Kim").name == "Kim")
    }

    @Test(
        "What the service refuses is the same error",
        arguments: [
            ("CONTACT_LIMIT_REACHED", ContactError.limitReached),
            ("DUPLICATE_CONTACT_NAME", .duplicateName),
        ]
    )
    func refusalsAreTheSameErrors(reason: String, error: ContactError) async {
        repository.addContactCalls.handler = { _ in
            throw AppError(.data(.conflict("no")), refusal: Refusal(reason: reason))
        }
        await #expect(throws: error) { try await add("홍길동") }
    }

    @Test("Other failures go through as they are")
    func otherFailuresGoThrough() async {
        repository.addContactCalls.handler = { _ in throw AppError.network(.noConnection) }
        await #expect(throws: AppError.network(.noConnection)) { try await add("홍길동") }
    }
}
