public import Foundation

/// Lets notes with a word arrive again.
public struct UnmuteWordUseCase: Sendable {
    private let mutedWordRepository: any MutedWordRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter mutedWordRepository: Has the words.
    public init(mutedWordRepository: any MutedWordRepositoryInterface) {
        self.mutedWordRepository = mutedWordRepository
    }

    /// Lets them arrive again, from now on.
    ///
    /// - Parameters:
    ///   - word: A word that was muted, in any case.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Throws: `AppError`.
    public func execute(_ word: String, intention: UUID = UUID()) async throws {
        try await mutedWordRepository.unmuteWord(word, intention: intention)
    }
}
