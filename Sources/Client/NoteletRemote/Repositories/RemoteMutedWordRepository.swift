public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Mutes words at the service.
public struct RemoteMutedWordRepository: MutedWordRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for all words, in the order of their texts.
    public func fetchMutedWords(forUserId userId: UUID) async throws -> [String] {
        try await caller.require(userId)
        return try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.mutedWords()
        }
    }

    /// Mutes a word under the key of the intention.
    public func muteWord(_ word: String, intention: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.mute(word: word, idempotencyKey: .of(intention))
        }
    }

    /// Lets a word through again under the key of the intention.
    public func unmuteWord(_ word: String, intention: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.unmute(word: word, idempotencyKey: .of(intention))
        }
    }
}
