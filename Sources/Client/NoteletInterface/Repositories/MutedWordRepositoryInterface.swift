public import Foundation

/// Keeps notes with some words away from who is signed in; who sends one notices nothing.
public protocol MutedWordRepositoryInterface: Sendable {
    /// All words that an account does not want to read, in the order of their texts.
    ///
    /// - Throws: `AppError`.
    func fetchMutedWords(forUserId userId: UUID) async throws -> [String]
    /// Lets notes with a word or phrase arrive no more, under the name of the intention.
    ///
    /// - Throws: `AppError`.
    func muteWord(_ word: String, intention: UUID) async throws
    /// Lets notes with a word arrive again from now on, under the name of the intention.
    ///
    /// - Throws: `AppError`.
    func unmuteWord(_ word: String, intention: UUID) async throws
}
