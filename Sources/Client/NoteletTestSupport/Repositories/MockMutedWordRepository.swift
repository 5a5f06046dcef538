public import Foundation
public import NoteletInterface

/// Muted words of which a test says what there are.
public final class MockMutedWordRepository: MutedWordRepositoryInterface {
    /// What a call that changes a word is given.
    public typealias Change = (word: String, intention: UUID)

    /// Calls of `fetchMutedWords(forUserId:)`.
    public let fetchMutedWordsCalls = FakeCall<UUID, [String]>("fetchMutedWords(forUserId:)")
    /// Calls of `muteWord(_:intention:)`.
    public let muteWordCalls = FakeCall<Change, Void>("muteWord(_:intention:)")
    /// Calls of `unmuteWord(_:intention:)`.
    public let unmuteWordCalls = FakeCall<Change, Void>("unmuteWord(_:intention:)")

    /// Creates one that has handlers alone.
    public init() {}

    /// Creates one that has words, and stays so: changes are not remembered.
    ///
    /// - Parameter wordsToReturn: The words.
    public init(wordsToReturn: [String]) {
        fetchMutedWordsCalls.handler = { _ in wordsToReturn }
        muteWordCalls.handler = { _ in }
        unmuteWordCalls.handler = { _ in }
    }

    /// Records the call, and gives the words of the handler.
    public func fetchMutedWords(forUserId userId: UUID) async throws -> [String] {
        try await fetchMutedWordsCalls(userId)
    }

    /// Records the call, and does what the handler does.
    public func muteWord(_ word: String, intention: UUID) async throws {
        try await muteWordCalls((word, intention))
    }

    /// Records the call, and does what the handler does.
    public func unmuteWord(_ word: String, intention: UUID) async throws {
        try await unmuteWordCalls((word, intention))
    }
}
