/// Work for the thread of an event loop that is an object, so that handing it in allocates nothing.
package protocol LoopJob: AnyObject, Sendable {
    /// Does the work, on the loop's thread.
    func run()
}

/// A closure as a job.
final class ClosureLoopJob: LoopJob {
    private let body: EventLoop.Job

    init(_ body: @escaping EventLoop.Job) {
        self.body = body
    }

    func run() {
        body()
    }
}
