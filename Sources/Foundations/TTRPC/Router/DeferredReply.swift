import Networking
import Synchronization

/// The answer to a unary call that is given later, from any thread, exactly once.
///
/// The first answer counts, and one that comes after the caller has gone is dropped. Letting go of
/// the last reference without an answer answers INTERNAL.
///
/// `@unchecked Sendable`: `outcome` and `padding` are set by the one answer that counts, and read
/// on the loop that the answer is handed to afterwards.
public final class DeferredReply: @unchecked Sendable {
    private let connection: ServerConnection
    private let id: StreamID
    private let group: RequestGroup?
    private let isAnswered = Atomic<Bool>(false)
    private var outcome = Result<[UInt8], RPCError>.failure(RPCError(.droppedReply))
    private var padding: FramePadding?

    /// Creates the answer to the call on stream `id`.
    init(to id: StreamID, in group: RequestGroup?, on connection: ServerConnection) {
        self.id = id
        self.group = group
        self.connection = connection
    }

    deinit {
        if !isAnswered.load(ordering: .acquiring) {
            let (connection, id, group, outcome) = (connection, id, group, outcome)
            connection.perform { connection.answer(id, in: group, outcome) }
        }
    }

    /// Answers with an encoded message.
    ///
    /// - Parameters:
    ///   - payload: The message.
    ///   - padding: What lengthens it, or nil.
    public func succeed(_ payload: [UInt8], padding: FramePadding? = nil) {
        answer(.success(payload), padding: padding)
    }

    /// Refuses.
    ///
    /// - Parameter status: What the caller is told.
    public func fail(_ status: Status) {
        answer(.failure(RPCError(status)))
    }

    /// Refuses.
    ///
    /// - Parameter error: What the caller is told.
    public func fail(_ error: RPCError) {
        answer(.failure(error))
    }

    private func answer(_ outcome: Result<[UInt8], RPCError>, padding: FramePadding? = nil) {
        guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
        self.outcome = outcome
        self.padding = padding
        connection.perform(self)
    }
}

extension DeferredReply: LoopJob {
    /// Sends the answer, on the connection's loop.
    package func run() {
        connection.answer(id, in: group, outcome, padding: padding)
    }
}
