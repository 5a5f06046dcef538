@testable import AccountService
@testable import NoteService
import Serving

extension Housekeeping {
    /// Does the next piece of going through the sessions.
    func sweepSessions() async -> Outcome { await run(SessionSweep.name) }

    /// Delivers the next notes that wait for a tick.
    func deliverHeldNotes() async -> Outcome { await run("held-note-delivery") }

    private func run(_ name: String) async -> Outcome {
        guard let job = jobs.first(where: { $0.name == name }) else {
            preconditionFailure("There is no job \(name).")
        }
        return await job.piece()
    }
}
