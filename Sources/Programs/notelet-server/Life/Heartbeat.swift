import Dispatch
import Locking
import TTRPC

/// Finds out whether the threads of a server go on, and how soon they turn to something new.
///
/// What waits for an answer blocks its thread, for so long at most: it is for threads of their own.
final class Heartbeat: Sendable {
    private let server: Server
    /// The question that was asked last and may have had no answer yet.
    private let pending = Mutex<Question?>(nil)

    private final class Question: Sendable {
        let start = ContinuousClock.now
        let answered = DispatchSemaphore(value: 0)
    }

    /// Prepares to ask the threads of a server.
    init(_ server: Server) {
        self.server = server
    }

    /// Waits until each event loop has taken a turn.
    ///
    /// While a question is unanswered no other one is asked, so that a server that hangs is left
    /// alone, however often somebody wants to know.
    ///
    /// - Returns: How long that took, since it was asked first; nil if it takes longer.
    func beat(within patience: Duration) -> Duration? {
        let question = pending.withLock { pending in
            if let pending { return pending }
            let question = Question()
            pending = question
            Task { [server] in
                await server.waitForTurn()
                question.answered.signal()
            }
            return question
        }
        let (seconds, attoseconds) = patience.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        guard question.answered.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else {
            return nil
        }
        pending.withLock { if $0 === question { $0 = nil } }
        // For whoever waits for the same answer.
        question.answered.signal()
        return .now - question.start
    }
}
