public import Foundation

/// Deletes a contact that is old enough.
public struct DeleteContactUseCase: Sendable {
    private let contactRepository: any ContactRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - contactRepository: Has the contacts.
    ///   - dateClient: Tells the present moment.
    public init(
        contactRepository: any ContactRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.contactRepository = contactRepository
        self.dateClient = dateClient
    }

    /// Deletes a contact.
    ///
    /// - Parameter contactId: Which one.
    /// - Throws: `DeleteContactError` where it is too young, by this clock or by the service's;
    ///   `AppError`.
    public func execute(contactId: UUID) async throws {
        let contact = try await contactRepository.fetchContact(byId: contactId)
        let now = dateClient.now()
        guard contact.isDeletable(at: now) else {
            let days = contact.remainingLockDays(at: now)
            throw DeleteContactError.contactLocked(remainingDays: days)
        }
        do {
            try await contactRepository.deleteContact(byId: contactId)
        } catch let error as AppError {
            throw DeleteContactError(error.refusal) ?? error as any Error
        }
    }
}
