public import Foundation

/// Tells whether there may be another contact.
public struct ValidateContactLimitUseCase: Sendable {
    private let contactRepository: any ContactRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter contactRepository: Has the contacts.
    public init(contactRepository: any ContactRepositoryInterface) {
        self.contactRepository = contactRepository
    }

    /// Counts them.
    ///
    /// - Parameters:
    ///   - userId: Who is signed in.
    ///   - isPremium: Whether there may be any number.
    /// - Returns: How many there are and may be.
    /// - Throws: `AppError`.
    public func execute(userId: UUID, isPremium: Bool) async throws -> ContactLimit {
        let contacts = try await contactRepository.fetchContacts(forUserId: userId)
        return ContactLimit(currentCount: contacts.count, isPremium: isPremium)
    }
}
