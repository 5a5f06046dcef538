/// The messages of a stream, as they come; to be iterated by one task at a time.
///
/// What is not taken stays in the socket, so that a slow reader costs no memory. The sequence ends
/// when the peer has sent its last message, and throws `RPCError` if the call failed.
public struct MessageSequence<Message: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Message
    /// What ends it early.
    public typealias Failure = RPCError

    let queue: MessageQueue
    /// The call whose messages these are, if letting go of them is to give it up.
    let owner: (any Sendable)?
    let decode: @Sendable ([UInt8]) throws(RPCError) -> Message

    init(
        queue: MessageQueue,
        owner: (any Sendable)? = nil,
        decode: @escaping @Sendable ([UInt8]) throws(RPCError) -> Message
    ) {
        self.queue = queue
        self.owner = owner
        self.decode = decode
    }

    /// Takes the messages one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let queue: MessageQueue
        fileprivate let owner: (any Sendable)?
        fileprivate let decode: @Sendable ([UInt8]) throws(RPCError) -> Message

        /// Waits for the next message.
        ///
        /// - Returns: The message, or nil after the last one.
        /// - Throws: `RPCError` if the call failed, or if the task was cancelled.
        public mutating func next() async throws(RPCError) -> Message? {
            guard let bytes = try await queue.next() else { return nil }
            return try decode(bytes)
        }

        /// Waits for the next message.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The message, or nil after the last one.
        /// - Throws: `RPCError` if the call failed, or if the task was cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RPCError) -> Message? {
            guard let bytes = try await queue.next() else { return nil }
            return try decode(bytes)
        }
    }

    /// Waits for the first of the messages that are left.
    func first() async throws(RPCError) -> Message? {
        guard let bytes = try await queue.next() else { return nil }
        return try decode(bytes)
    }

    /// Begins to take messages.
    ///
    /// - Returns: What takes them, from where another iterator has left off.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(queue: queue, owner: owner, decode: decode)
    }
}
