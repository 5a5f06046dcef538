import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Contacts and their limits")
struct ContactTests {
    private static let day: TimeInterval = 86_400
    private let contact = Contact.mock(registeredAt: FakeClock().now)

    /// Ages of a contact in seconds, and for how many days it is locked then.
    private static let locks: [(age: TimeInterval, days: Int)] = [
        (0, 3), (1, 3), (day - 1, 3), (day, 2), (2 * day, 1), (3 * day - 0.001, 1),
        (3 * day, 0), (30 * day, 0), (-day, 4), (-1e12, 36_500), (1e12, 0),
    ]

    @Test("A contact is locked for three days, and free at their end itself", arguments: locks)
    func lockEnds(age: TimeInterval, days: Int) {
        let now = contact.registeredAt + age
        #expect(contact.remainingLockDays(at: now) == days)
        #expect(contact.isDeletable(at: now) == (age >= 3 * Self.day))
    }

    @Test("A free account may have five contacts, another any number")
    func limits() {
        for (count, slots) in [(0, 5), (4, 1), (5, 0), (6, 0)] {
            let limit = ContactLimit(currentCount: count, isPremium: false)
            #expect(limit.canAddContact == (slots > 0) && limit.remainingSlots == slots)
        }
        let premium = ContactLimit(currentCount: 1_000, isPremium: true)
        #expect(premium.canAddContact && premium.remainingSlots == nil)
    }

    @Test("A plan lasts until its end, exclusive")
    func plansEnd() {
        let end = FakeClock().now
        #expect(!Plan.free.isPremium(at: end))
        #expect(Plan.premium(until: nil).isPremium(at: .distantFuture))
        #expect(Plan.premium(until: end).isPremium(at: end - 1))
        #expect(!Plan.premium(until: end).isPremium(at: end))
    }

    @Test("Young contacts stay, by this clock and by the service's")
    func youngContactsStay() async throws {
        let clock = FakeClock(contact.registeredAt)
        let repository = MockContactRepository(contactsToReturn: [contact])
        let useCase = DeleteContactUseCase(
            contactRepository: repository,
            dateClient: clock.dateClient
        )
        await #expect(throws: DeleteContactError.contactLocked(remainingDays: 3)) {
            try await useCase.execute(contactId: contact.id)
        }
        #expect(!repository.deleteContactCalled)
        clock.advance(by: 3 * Self.day)
        repository.deleteContactCalls.handler = { _ in
            let refusal = Refusal(reason: "CONTACT_LOCKED", fields: ["remaining_days": "1"])
            throw AppError(.data(.conflict("no")), refusal: refusal)
        }
        await #expect(throws: DeleteContactError.contactLocked(remainingDays: 1)) {
            try await useCase.execute(contactId: contact.id)
        }
        await #expect(throws: AppError.data(.notFound())) {
            try await useCase.execute(contactId: UUID())
        }
    }

    @Test("The limit is told from the contacts that there are")
    func limitIsTold() async throws {
        let repository = MockContactRepository(contactsToReturn: [contact])
        let useCase = ValidateContactLimitUseCase(contactRepository: repository)
        let limit = try await useCase.execute(userId: UUID(), isPremium: false)
        #expect(limit == ContactLimit(currentCount: 1, maxContacts: 5))
        #expect(limit.canDeleteContact(contact, at: contact.deletableAt))
    }
}
