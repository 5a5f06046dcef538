/// An object whose descriptor an event loop watches.
protocol EventSource: AnyObject {
    /// Acts on what the descriptor is ready for, on the loop.
    func handle(_ readiness: Readiness)

    /// Gives the descriptor up, since the loop is about to end.
    func loopWillEnd()
}
