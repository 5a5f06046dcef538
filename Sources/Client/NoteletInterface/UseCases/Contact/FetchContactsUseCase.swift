public import Foundation

/// Reads all contacts.
public struct FetchContactsUseCase: Sendable {
    private let contactRepository: any ContactRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter contactRepository: Has the contacts.
    public init(contactRepository: any ContactRepositoryInterface) {
        self.contactRepository = contactRepository
    }

    /// Reads them.
    ///
    /// - Parameter userId: Who is signed in.
    /// - Returns: All contacts, in the order of the repository.
    /// - Throws: `AppError`.
    public func execute(userId: UUID) async throws -> [Contact] {
        try await contactRepository.fetchContacts(forUserId: userId)
    }
}
