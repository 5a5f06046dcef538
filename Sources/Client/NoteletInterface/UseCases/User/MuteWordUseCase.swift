public import Foundation

/// Lets notes with a word arrive no more.
public struct MuteWordUseCase: Sendable {
    private let mutedWordRepository: any MutedWordRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter mutedWordRepository: Has the words.
    public init(mutedWordRepository: any MutedWordRepositoryInterface) {
        self.mutedWordRepository = mutedWordRepository
    }

    /// Mutes it; who sends a note with it notices nothing.
    ///
    /// - Parameters:
    ///   - word: A word or phrase of 1 to 50 characters, looked for anywhere in a note.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Throws: `AppError`.
    public func execute(_ word: String, intention: UUID = UUID()) async throws {
        try await mutedWordRepository.muteWord(word, intention: intention)
    }
}
