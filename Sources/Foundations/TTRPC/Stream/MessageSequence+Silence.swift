extension MessageSequence {
    /// Waits for the next message, but not for ever.
    ///
    /// A peer that is gone without a word, as after a power cut, says nothing more, and a
    /// connection on which nothing is sent does not notice. Of a stream whose server gives signs of
    /// life, a long silence tells.
    ///
    /// - Parameter silenceMax: After how long without any message the peer counts as gone.
    /// - Returns: The message, or nil after the last one.
    /// - Throws: `RPCError` with `unavailable` after too long a silence, and as the call failed, or
    ///   if the task was cancelled.
    public func next(within silenceMax: Duration) async throws(RPCError) -> Message? {
        let outcome = await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                do throws(RPCError) {
                    var iterator = makeAsyncIterator()
                    return .message(try await iterator.next())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                // Cut short by whatever comes first, a cancellation included.
                try? await Task.sleep(for: silenceMax)
                return .silence
            }
            defer { group.cancelAll() }
            return await group.next() ?? .silence
        }
        switch outcome {
        case .message(let message): return message
        case .failure(let error): throw error
        case .silence where Task.isCancelled:
            throw RPCError(.cancelled, "the caller gave up waiting")
        case .silence: throw RPCError(.unavailable, "the server was silent for \(silenceMax)")
        }
    }

    private enum Outcome: Sendable {
        case message(Message?)
        case failure(RPCError)
        case silence
    }
}
